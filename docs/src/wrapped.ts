/** Lines of at most a hundred characters, however the text was broken before. */
export const wrapped = (text: string, width = 100): string => {
  const lines: Array<string> = []
  for (const word of text.trim().split(/\s+/)) {
    const line = lines.at(-1)
    if (line === undefined || line.length + word.length + 1 > width) lines.push(word)
    else lines[lines.length - 1] = `${line} ${word}`
  }
  return lines.join("\n")
}

/** The same as points of a list. */
export const points = (...texts: ReadonlyArray<string>): string =>
  texts.map((text) => `- ${wrapped(text, 98).replaceAll("\n", "\n  ")}`).join("\n")
