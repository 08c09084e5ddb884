"""Rules as small functions over a record: compiled by Numba, or interpreted.

A game declares its state as a :class:`Layout`, its constants as :func:`table`, its rules with :func:`rule`, and what
Python calls with :func:`entry`::

    STATE = Layout([("rng", np.int64, 4), ("gold", np.int64), ("units", np.int16, (2, 4))])
    PRICE = table([3, 5], np.int8)

    @rule
    def price(kind):
        return PRICE[kind]

    @entry(STATE, int64, int64, int8[:, ::1])
    def buy(states, i, kind, masks):
        s = states[i]
        s.gold -= price(kind)
        masks[i, kind] = s.gold >= price(kind)

    states = np.zeros(8, STATE.dtype)
    buy(states, 3, 1, np.zeros((8, 2), np.int8))

Nothing is compiled at import. An entry compiles itself and the rules it reaches on its first call, once for each
content of its code: the result is kept on disk under a digest of all that its meaning depends on (functions, constants,
tables, settings), so that an edit recompiles what it affects and nothing stale is ever loaded. Globals are frozen then:
changing a constant or a table afterwards does not have an effect.

With ``NUMBA_DISABLE_JIT=1`` in the environment before the import, the same source runs interpreted. Records and arrays
then appear inside the functions as memoryviews, whose elements are Python integers: they compute as compiled code does,
where numpy's small scalars would not, and they check the range of what is stored. For both modes to agree, rules index
fully (``s.units[p, k]``), or hand a row to another rule (``total(s.units[p])``). A rule may take, make and return a
NamedTuple of numbers whose class is defined at the top level of a module.

With ``SCYTHE_ENV_PLAIN_NUMBA=1`` functions are compiled by Numba's public interface alone (docs/numba.md).
"""

from .addresses import address_of as address_of
from .addresses import call_at as call_at
from .addresses import floats_at as floats_at
from .addresses import record_in as record_in
from .cache import DiskCache as DiskCache
from .cache import cache_folder as cache_folder
from .declare import ENTRIES as ENTRIES
from .declare import RULES as RULES
from .declare import compile_all as compile_all
from .declare import entry as entry
from .declare import lookup as lookup
from .declare import rule as rule
from .declare import table as table
from .interpreted import Rows as Rows
from .layout import Layout as Layout
from .layout import describe as describe
from .layout import widen as widen
from .modes import JIT as JIT
from .modes import PLAIN as PLAIN
from .progress import compile_progress as compile_progress
