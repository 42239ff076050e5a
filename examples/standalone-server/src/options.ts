import { parseArgs } from "node:util"
import { argumentComplaint, isOtherAddress, isPostgres } from "@payloom/cli"

/** What the command line asks for. */
export interface ServerOptions {
  readonly port: number
  readonly host: string
  /** Where browsers reach it, if that is elsewhere: behind a proxy that speaks TLS, say. */
  readonly url: string | null
  /** The SQLite file, or the address of a PostgreSQL database. */
  readonly database: string
  /** What the names of the files begin with that belong to it; null to name them by it. */
  readonly files: string | null
  /** Nothing is kept: a database in a temporary folder, removed at the end. */
  readonly ephemeral: boolean
  /** One line of JSON instead of the welcome, for scripts. */
  readonly json: boolean
  /** Stripe in the place of the sandbox, in one of its modes; null for the sandbox. */
  readonly stripe: "test" | "live" | null
}

const usage = `Usage: npm start -- [options]

  --port NUMBER      where to listen (8080; 0 for any free port)
  --host ADDRESS     the address to listen on (127.0.0.1)
  --url URL          where browsers reach it (http://HOST:PORT)
  --database WHERE   the SQLite file (payloom.db), or postgres://USER:PASSWORD@HOST/NAME
  --files NAME       what the names of the files beside it begin with: the secret, the keys
                     (that of the SQLite file; for PostgreSQL payloom-HOST-PORT-NAME)
  --ephemeral        keep nothing: a temporary database, removed at the end
  --json             print one line of JSON with url and keys, for scripts
  --stripe           charge at Stripe, in its test mode, with the keys in STRIPE_SECRET_KEY,
                     STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET
  --live             in Stripe's live mode, where real money moves
  -h, --help         this text`

/** What to print instead of starting: the usage, and what is wrong with what was asked. */
export interface Usage {
  readonly usage: string
  readonly complaint: string | null
}

const known = {
  port: { type: "string", default: "8080" },
  host: { type: "string", default: "127.0.0.1" },
  url: { type: "string" },
  database: { type: "string" },
  files: { type: "string" },
  ephemeral: { type: "boolean", default: false },
  json: { type: "boolean", default: false },
  stripe: { type: "boolean", default: false },
  live: { type: "boolean", default: false },
  help: { type: "boolean", short: "h", default: false }
} as const

/** Reads the command line. */
export const readOptions = (args: ReadonlyArray<string>): ServerOptions | Usage => {
  const refused = (complaint: string): Usage => ({ usage, complaint })
  try {
    const { values } = parseArgs({
      args: [...args],
      strict: true,
      allowPositionals: false,
      options: known
    })
    if (values.help) return { usage, complaint: null }
    const port = Number(values.port)
    if (!/^\d{1,5}$/.test(values.port) || port > 65_535) {
      return refused(`--port takes a number from 0 to 65535, but is ${shown(values.port)}.`)
    }
    const { host, url = null, database, files = null, ephemeral, json } = values
    if (host === "") return refused("--host takes an address such as 127.0.0.1.")
    if (url !== null && !/^https?:\/\/[^/]+\/?$/.test(url)) {
      return refused(
        `--url takes an address without a path, such as https://pay.example, but is ${shown(url)}.`
      )
    }
    if (database === "") return refused("--database takes the name of a file, or an address.")
    if (database !== undefined && isPostgres(database) && !URL.canParse(database)) {
      return refused("--database takes an address such as postgres://localhost/shop.")
    }
    if (database !== undefined && isOtherAddress(database)) {
      return refused(
        "--database takes the name of a file, or an address that begins with postgres://."
      )
    }
    if (files === "") return refused("--files takes what the names of files begin with.")
    const kept = database === undefined ? files && "--files" : "--database"
    if (kept && ephemeral) {
      return refused(`--ephemeral keeps nothing, so there is no ${kept} beside it.`)
    }
    if (values.live && !values.stripe) {
      return refused("--live takes --stripe: no money moves in the sandbox.")
    }
    const stripe = values.live ? "live" : values.stripe ? "test" : null
    return {
      stripe,
      port,
      host,
      url: url?.replace(/\/$/, "") ?? null,
      database: database ?? "payloom.db",
      files,
      ephemeral,
      json
    }
  } catch (error) {
    return refused(argumentComplaint(error, Object.keys(known)))
  }
}

/** A short part of what was given. */
const shown = (text: string): string => JSON.stringify(text.slice(0, 40))
