import { parseArgs } from "node:util"
import { argumentComplaint } from "./argumentComplaint.ts"

/** The arguments of `payloom copy`. */
export interface CopyCommand {
  /** A PostgreSQL address, or the name of a SQLite file. */
  readonly from: string
  readonly to: string
  readonly verifyOnly: boolean
  /** Prints one JSON object instead of a table. */
  readonly json: boolean
}

/** The usage to print instead, and the mistake in the command line. Null if there is no mistake. */
export interface Usage {
  readonly usage: string
  readonly complaint: string | null
}

const usage = `Usage: payloom copy --from STORE --to STORE [options]

Copies a Payloom store from one database to another, and proves that both are equal. Stop all
engines on the store first. If the copy is interrupted, run the same command again to copy the
rest. No engine starts on the target until the copy is complete.

  STORE        the name of a SQLite file, or postgres://USER:PASSWORD@HOST/NAME
  --verify     copy nothing, only prove an earlier copy
  --json       print one JSON object, without a progress bar
  -h, --help   this text

The exit code is 0 if the copy is proven, 1 if it was refused or failed, and 2 if the command is
not valid.`

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
    if (more.length > 0) return refused(`copy takes only options, not ${more[0]}.`)
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
