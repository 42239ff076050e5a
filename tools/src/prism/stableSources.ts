/** Matches an address of Debian's main archive. Archives of security updates have another name. */
const mirror = /^(\S+:\/\/\S*\/debian)\/?$/

/**
 * Returns a line for apt that has Debian's stable release on the mirror of these sources, with
 * their keyring. Returns null if they name no mirror of Debian. Sources may have either of apt's
 * forms.
 */
export const stableSources = (sources: ReadonlyArray<string>): string | null => {
  for (const text of sources) {
    const found = inStanzas(text) ?? inLines(text)
    if (found !== null) {
      const { address, keyring } = found
      const option = keyring === null ? "" : `[signed-by=${keyring}] `
      return `deb ${option}${address} stable main`
    }
  }
  return null
}

interface Mirror {
  readonly address: string
  readonly keyring: string | null
}

/** Reads the form with fields: `URIs: …`, `Signed-By: …`. */
const inStanzas = (text: string): Mirror | null => {
  for (const stanza of text.split(/\n\s*\n/)) {
    const field = (name: string): string =>
      new RegExp(`^${name}:\\s*(.+)$`, "im").exec(stanza)?.[1]?.trim() ?? ""
    const [, address] = mirror.exec(field("URIs").split(/\s+/)[0] ?? "") ?? []
    const keyring = field("Signed-By")
    if (address !== undefined) return { address, keyring: keyring.startsWith("/") ? keyring : null }
  }
  return null
}

/** Reads the form with one source a line: `deb [signed-by=…] address suite component`. */
const inLines = (text: string): Mirror | null => {
  for (const line of text.split("\n")) {
    const [, options = "", uri = ""] = /^deb\s+(?:\[([^\]]*)\]\s+)?(\S+)/.exec(line.trim()) ?? []
    const [, address] = mirror.exec(uri) ?? []
    const keyring = /signed-by=(\S+)/.exec(options)?.[1] ?? null
    if (address !== undefined) return { address, keyring }
  }
  return null
}
