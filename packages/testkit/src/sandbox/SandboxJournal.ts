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

/** None for a torn line. One that is whole and no command throws: the file is something else's. */
const lineFrom = (text: string): Option.Option<Line> =>
  text === "" ? Option.none() : Option.map(readJson(text), (json) => readLine(json))

const newline = 0x0a

/** What a file holds behind a position. */
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
 * A log in a file of JSON lines, so that the bank outlives its process and several processes share
 * one. A command is in the file before its answer goes out, and the order in the file decides: each
 * process makes the same state from it, so no lock is needed.
 *
 * A line torn by a killed process is skipped: every line brings its own line breaks, at both ends.
 * What it would have said was never answered. Throws where the file can't be read or written.
 */
export const journalLog = (path: string): CommandLog => {
  mkdirSync(dirname(path), { recursive: true })
  appendFileSync(path, "")
  const writer = randomUUID()
  let written = 0
  let position = 0

  const catchUp = (): ReadonlyArray<LoggedCommand> => {
    const bytes = bytesFrom(path, position)
    // Another process may be in the middle of its line: the rest is read the next time.
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
