import { parseArgs } from "node:util"
import { argumentComplaint } from "./argumentComplaint.ts"

/** What the command line asks for. */
export interface CopyCommand {
  /** A PostgreSQL address, or the name of a SQLite file. */
  readonly from: string
  readonly to: string
  readonly verifyOnly: boolean
  /** One object of JSON instead of a table. */
  readonly json: boolean
}

/** What to print instead: the usage, and what is wrong with what was asked. */
export interface Usage {
  readonly usage: string
  readonly complaint: string | null
}

const usage = `Usage: payloom copy --from STORE --to STORE [options]

Copies a store of Payloom from one database to another, and proves that both are equal. Stop all
engines on it first. Where it is interrupted, the same command goes on with what is missing; until
it is done, no engine starts on the target.

  STORE        the name of a SQLite file, or postgres://USER:PASSWORD@HOST/NAME
  --verify     copy nothing, only prove what was copied before
  --json       answer one object of JSON, without a progress bar
  -h, --help   this text

Ends with 0 where the copy is proven, with 1 where it was refused or failed, with 2 where the
command can't be followed.`

/** Reads the command line. */
export const readCommand = (args: ReadonlyArray<string>): CopyCommand | Usage => {
  const refused = (complaint: string): Usage => ({ usage, complaint })
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      strict: true,
      allowPositionals: true,
      options: {
        from: { type: "string" },
        to: { type: "string" },
        verify: { type: "boolean", default: false },
        json: { type: "boolean", default: false },
        help: { type: "boolean", short: "h", default: false }
      }
    })
    if (values.help) return { usage, complaint: null }
    const [command, ...more] = positionals
    if (command === undefined) return refused("There is one command: copy.")
    if (command !== "copy")
      return refused(`There is no command ${command.slice(0, 40)}. There is one: copy.`)
    if (more.length > 0) return refused(`copy takes options alone, and no ${more[0]}.`)
    const { from, to, verify: verifyOnly, json } = values
    if (from === undefined || from === "")
      return refused("--from is missing: it takes the name of a file, or an address.")
    if (to === undefined || to === "")
      return refused("--to is missing: it takes the name of a file, or an address.")
    return { from, to, verifyOnly, json }
  } catch (error) {
    return refused(argumentComplaint(error, ["from", "to", "verify", "json", "help"]))
  }
}
