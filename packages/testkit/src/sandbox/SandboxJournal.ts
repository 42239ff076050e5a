import { randomUUID } from "node:crypto"
import { appendFileSync, closeSync, fstatSync, mkdirSync, openSync, readSync } from "node:fs"
import { dirname } from "node:path"
import { Option, Schema } from "effect"
import { BankCommand, type CommandLog, type LoggedCommand } from "./bankCommands.ts"

const Line = Schema.Struct({ id: Schema.String, command: BankCommand })
type Line = typeof Line.Type

const writeLine = Schema.encodeSync(Schema.fromJsonString(Line))
const readJson = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Unknown))
const readLine = Schema.decodeUnknownSync(Line)

/**
 * Parses a line. Returns none for a truncated line. A complete line that is no command throws,
 * because the file has other content.
 */
const lineFrom = (text: string): Option.Option<Line> =>
  text === "" ? Option.none() : Option.map(readJson(text), (json) => readLine(json))

const newline = 0x0a

/** Reads a file from a position on. */
const bytesFrom = (path: string, position: number): Buffer => {
  const file = openSync(path, "r")
  try {
    const bytes = Buffer.alloc(Math.max(0, fstatSync(file).size - position))
    let filled = 0
    while (filled < bytes.length) {
      const read = readSync(file, bytes, filled, bytes.length - filled, position + filled)
      if (read === 0) break
      filled += read
    }
    return bytes.subarray(0, filled)
  } finally {
    closeSync(file)
  }
}

/**
 * Creates a log in a file of JSON lines, so that the bank outlives its process, and several
 * processes can share it. Each command is written to the file before its answer is sent. The order
 * in the file decides, and every process builds the same state from it, so there is no lock.
 *
 * Each line begins and ends with a line break. So a line that a killed process truncated is
 * skipped, and its command was never answered. Throws if the file can't be read or written.
 */
export const journalLog = (path: string): CommandLog => {
  mkdirSync(dirname(path), { recursive: true })
  appendFileSync(path, "")
  const writer = randomUUID()
  let written = 0
  let position = 0

  const catchUp = (): ReadonlyArray<LoggedCommand> => {
    const bytes = bytesFrom(path, position)
    // Another process may be writing its line, so the rest is read the next time.
    const end = bytes.lastIndexOf(newline) + 1
    position += end
    const lines = bytes.subarray(0, end).toString("utf8").split("\n")
    return lines.flatMap((text) =>
      Option.match(lineFrom(text), {
        onNone: () => [],
        onSome: ({ id, command }) => [{ command, own: id === `${writer}/${written}` }]
      })
    )
  }

  return {
    catchUp,
    append: (command) => {
      written += 1
      appendFileSync(path, `\n${writeLine({ id: `${writer}/${written}`, command })}\n`)
      return catchUp()
    }
  }
}
