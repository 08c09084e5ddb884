"""What pictures of games are drawn with: pens, and sheets of pixels or SVG, colours, icons. The modules need Pillow."""
