/** Returns what a function prints with `console.log`, which is how the completion library answers. */
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
