"""What the site needs beyond ``mkdocs.yml``: pages of modules and notebooks, files from beside this folder, roles.

MkDocs calls the hooks, and Griffe, which reads the modules, the extension.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any, Final

import griffe
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page
from nbconvert import MarkdownExporter

ROOT: Final = Path(__file__).parents[1]
MODULES: Final = {
    "environments": "scythe_env.scythe_v0 scythe_env.imperial_settlers_v0 scythe_env.core.environments "
    "scythe_env.core.aec scythe_env.core.single_agent scythe_env.core.vector scythe_env.core.rewards "
    "scythe_env.core.steering",
    "games": "scythe_env.core.game scythe_env.core.batch scythe_env.core.session scythe_env.core.options "
    "scythe_env.core.actions scythe_env.core.observation scythe_env.core.fields scythe_env.core.steps "
    "scythe_env.core.random scythe_env.core.compiling",
    "agents": "scythe_env.core.agent scythe_env.core.compiled scythe_env.core.registry scythe_env.core.search "
    "scythe_env.core.planning scythe_env.core.mcts scythe_env.core.net scythe_agents.heuristic scythe_agents.search",
    "records": "scythe_env.core.replay scythe_env.core.recording scythe_env.core.document scythe_env.core.picture "
    "scythe_env.core.video scythe_env.core.viewer scythe_env.core.statements",
    "training": "scythe_training.evaluation scythe_training.conduct scythe_training.ladder scythe_training.policy "
    "scythe_training.sb3 scythe_training.settings scythe_training.training scythe_training.vec_env "
    "scythe_training.cloning scythe_training.evolution scythe_training.value scythe_training.datasets "
    "scythe_training.benchmark scythe_training.study scythe_training.distributed",
    "scythe": "scythe_env.scythe.game scythe_env.scythe.config scythe_env.scythe.notation scythe_env.scythe.log "
    "scythe_env.scythe.automa_game",
}
"""The modules of each page of the reference."""
NOTEBOOKS: Final = {f"notebooks/{file.name}": file for file in sorted((ROOT / "notebooks").glob("*.ipynb"))}
"""The notebooks, by their place in the repository."""
PAGES: Final = {
    **{"CHANGELOG.md": "changelog.md", "CONTRIBUTING.md": "contributing.md"},
    **{place: str(Path(place).with_suffix(".md")) for place in NOTEBOOKS},
}
"""Pages from beside the folder of documents, and what they are called on the site; other files keep their place."""
_LINK: Final = re.compile(r"(?<=\]\()(?!\w+:|#)([^)#\s]+)")
_ROLE: Final = re.compile(r":(?:py:)?[a-z]+:`[.~!]?([^`]+)`")


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the reference, and what pages link to beside the folder of documents."""
    for name, modules in MODULES.items():
        text = f"# {name.capitalize()}\n\n" + "\n".join(f"::: {module}\n" for module in modules.split())
        files.append(File.generated(config, f"api/{name}.md", content=text))
    shown: set[str] = set()
    for place, name in PAGES.items():
        if place in NOTEBOOKS:
            text, outputs = _notebook(NOTEBOOKS[place])
        else:
            text, outputs = (ROOT / place).read_text("utf-8"), {}
        files.append(File.generated(config, name, content=text))
        for output, data in outputs.items():
            shown.add(output)
            files.append(File.generated(config, _copied(output), content=data))
    linked = {
        _beside(page, link) for page in files.documentation_pages() for link in _LINK.findall(page.content_string)
    }
    for place in sorted(place for place in linked if place and place not in PAGES and place not in shown):
        files.append(File.generated(config, _copied(place), abs_src_path=str(ROOT / place)))
    return files


def on_page_markdown(markdown: str, page: Page, **_: Any) -> str:
    """Let links to what lies beside the folder of documents lead to it on the site."""

    def on_site(match: re.Match[str]) -> str:
        place = _place(page.file, match[1])
        if place.startswith("docs/"):
            target = place.removeprefix("docs/")
        else:
            target = PAGES.get(place, _copied(place))
        return os.path.relpath(target, os.path.dirname(page.file.src_uri) or ".")

    return _LINK.sub(on_site, markdown)


def _notebook(file: Path) -> tuple[str, dict[str, bytes]]:
    """A notebook as it ran: as a page, with the pictures that it shows by their places; nothing is run."""
    names = {"unique_key": file.stem, "output_files_dir": f"{file.stem}_files"}
    text, resources = MarkdownExporter().from_filename(str(file), resources=names)
    return text, {f"notebooks/{name}": data for name, data in resources["outputs"].items()}


def _copied(place: str) -> str:
    """Where a file from beside the folder of documents is on the site, which hides what begins with a dot."""
    return f"files/{place.removeprefix('.')}"


def _place(file: File, link: str) -> str:
    """Where a link leads, from the top of the repository."""
    own = next((place for place, name in PAGES.items() if name == file.src_uri), f"docs/{file.src_uri}")
    return os.path.normpath(os.path.join(os.path.dirname(own), link))


def _beside(file: File, link: str) -> str | None:
    """Where a link leads, if that lies beside the folder of documents."""
    place = _place(file, link)
    return place if not place.startswith("docs/") and not file.src_uri.startswith("api/") else None


class Roles(griffe.Extension):
    """Shows the roles of docstrings, such as those of classes and methods, as code."""

    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        """Rewrite a docstring."""
        if obj.docstring is not None:
            obj.docstring.value = _ROLE.sub(r"`\1`", obj.docstring.value).replace("``", "`")
