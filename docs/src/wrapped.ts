/** Wraps a text at a width, 100 characters by default. Replaces earlier line breaks. */
export const wrapped = (text: string, width = 100): string => {
  const lines: Array<string> = []
  for (const word of text.trim().split(/\s+/)) {
    const line = lines.at(-1)
    if (line === undefined || line.length + word.length + 1 > width) lines.push(word)
    else lines[lines.length - 1] = `${line} ${word}`
  }
  return lines.join("\n")
}

/** Returns a Markdown list with one wrapped point for each text. */
export const points = (...texts: ReadonlyArray<string>): string =>
  texts.map((text) => `- ${wrapped(text, 98).replaceAll("\n", "\n  ")}`).join("\n")
