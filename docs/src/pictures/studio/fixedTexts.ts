/**
 * A script for a page that replaces random ids, the server's port and durations by fixed texts. An
 * id has the same replacement everywhere, and so have its last characters.
 */
export const fixTexts = `(() => {
  const letters = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
  const known = new Map()
  const tailOf = (tail) => {
    if (!known.has(tail)) {
      let seed = (known.size + 1) * 2654435761 % 4294967296
      const drawn = Array.from({ length: 8 }, () => {
        seed = (seed * 1664525 + 1013904223) % 4294967296
        return letters[Math.floor(seed / 134217728)]
      })
      known.set(tail, drawn.join(""))
    }
    return known.get(tail)
  }
  const fixed = (text) => text
    .replace(/_[0-9A-Z]{18}([0-9A-Z]{8})\\b/g, (_, tail) => "_01KJP5Q2X04M8ZT7CD" + tailOf(tail))
    .replace(/^(…?)([0-9A-HJKMNP-TV-Z]{8})$/, (_, mark, tail) => mark + tailOf(tail))
    .replace(/127\\.0\\.0\\.1:\\d+/g, "127.0.0.1:8080")
    .replace(/ in \\d+ ms\\b/g, " in 4 ms")
  const fix = (root) => {
    const nodes = document.createTreeWalker(root, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT)
    while (nodes.nextNode()) {
      const { currentNode: node } = nodes
      if (node.shadowRoot) fix(node.shadowRoot)
      if (node.nodeType !== Node.TEXT_NODE) continue
      const text = fixed(node.data)
      if (text !== node.data) node.data = text
    }
  }
  fix(document.body)
})()`
