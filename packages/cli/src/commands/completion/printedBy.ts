/** Returns the text that a function prints with `console.log`, as the completion library does. */
export const printedBy = (print: () => void): string => {
  const { log } = console
  let text = ""
  console.log = (...parts: ReadonlyArray<unknown>) => {
    text += `${parts.join(" ")}\n`
  }
  try {
    print()
    return text
  } finally {
    console.log = log
  }
}
