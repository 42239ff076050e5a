/** A command of a shell block: its words, without assignments before it. */
export type ShellCommand = ReadonlyArray<string>

/** The state of a reader of shell text. */
interface Reading {
  readonly commands: Array<Array<string>>
  words: Array<string>
  word: string | null
}

const endWord = (reading: Reading): void => {
  if (reading.word !== null) reading.words.push(reading.word)
  reading.word = null
}

const endCommand = (reading: Reading): void => {
  endWord(reading)
  if (reading.words.length > 0) reading.commands.push(reading.words)
  reading.words = []
}

/** Returns the end of a text in quotes that begins at `start`. */
const endOfQuotes = (text: string, start: number): number => {
  const end = text.indexOf(text[start] ?? "", start + 1)
  return end === -1 ? text.length : end
}

/** Returns the end of `$(…)`, whose bracket opens at `start`. */
const endOfBrackets = (text: string, start: number): number => {
  let depth = 0
  for (let at = start; at < text.length; at += 1) {
    if (text[at] === "(") depth += 1
    if (text[at] === ")") depth -= 1
    if (depth === 0) return at
  }
  return text.length
}

const separators = new Set([";", "&", "|", "\n"])
const redirections = new Set(["<", ">"])
const isSpace = (letter: string): boolean => letter === " " || letter === "\t"

/** Reads one letter, a text in quotes, or a command in brackets. Returns the next position. */
const readNext = (text: string, at: number, reading: Reading): number => {
  const letter = text[at] ?? ""
  const append = (part: string) => {
    reading.word = (reading.word ?? "") + part
  }
  if (letter === "\\") {
    if (text[at + 1] !== "\n") append(text[at + 1] ?? "")
    return at + 2
  }
  if (letter === "'" || letter === '"') {
    const end = endOfQuotes(text, at)
    const quoted = text.slice(at + 1, end)
    if (letter === '"') reading.commands.push(...substituted(quoted))
    append(quoted)
    return end + 1
  }
  if ((letter === "$" || letter === "<") && text[at + 1] === "(") {
    const end = endOfBrackets(text, at + 1)
    reading.commands.push(...shellCommands(text.slice(at + 2, end)).map((words) => [...words]))
    append("$()")
    return end + 1
  }
  if (letter === "#" && reading.word === null) {
    const end = text.indexOf("\n", at)
    return end === -1 ? text.length : end
  }
  if (separators.has(letter)) endCommand(reading)
  else if (redirections.has(letter)) {
    endWord(reading)
    append(letter)
    endWord(reading)
  } else if (isSpace(letter)) endWord(reading)
  else append(letter)
  return at + 1
}

/** Returns the commands of `$(…)` in a text in double quotes. */
const substituted = (text: string): Array<Array<string>> =>
  [...text.matchAll(/\$\(([^)]*)\)/g)].flatMap(([, inner = ""]) =>
    shellCommands(inner).map((words) => [...words])
  )

const isAssignment = (word: string): boolean => /^[A-Za-z_][A-Za-z_0-9]*=/.test(word)

/** Removes assignments, redirections and the words of loops that stand before a command. */
const commandOf = (words: ReadonlyArray<string>): ShellCommand => {
  const redirected = words.findIndex((word) => redirections.has(word))
  const plain = redirected === -1 ? words : words.slice(0, redirected)
  const first = plain.findIndex((word) => !isAssignment(word) && !/^(do|then|\{)$/.test(word))
  return first === -1 ? [] : plain.slice(first)
}

/** Returns the commands of a shell text, also those whose output another command gets. */
export const shellCommands = (text: string): ReadonlyArray<ShellCommand> => {
  const reading: Reading = { commands: [], words: [], word: null }
  for (let at = 0; at < text.length; ) at = readNext(text, at, reading)
  endCommand(reading)
  return reading.commands.map(commandOf).filter((words) => words.length > 0)
}
