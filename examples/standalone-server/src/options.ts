import { parseArgs } from "node:util"
import { argumentComplaint, isOtherAddress, isPostgres } from "@payloom/cli"

/** The options of the command line. */
export interface ServerOptions {
  readonly port: number
  readonly host: string
  /** The address for browsers if it differs, for example behind a TLS proxy. */
  readonly url: string | null
  /** The SQLite file, or the address of a PostgreSQL database. */
  readonly database: string
  /** True to start a PostgreSQL server for the deployment. */
  readonly postgres: boolean
  /** The prefix of the names of the database's files. Null to derive it from the database. */
  readonly files: string | null
  /** True to use a temporary folder, which is removed at the end. */
  readonly ephemeral: boolean
  /** True to print one line of JSON instead of the welcome, for scripts. */
  readonly json: boolean
  /** The port at which Prometheus reads metrics. Null for none. */
  readonly metricsPort: number | null
  /** Stripe's mode. Null to use the sandbox. */
  readonly stripe: "test" | "live" | null
}

const usage = `Usage: npm start -- [options]

  --port NUMBER      where to listen (8080; 0 for any free port)
  --host ADDRESS     the address to listen on (127.0.0.1)
  --url URL          the server's address for browsers (http://HOST:PORT)
  --database WHERE   the SQLite file (payloom.db), or postgres://USER:PASSWORD@HOST/NAME
  --postgres         start a PostgreSQL server for it, whose data is in payloom-postgres.data
  --files NAME       the prefix of the files beside it, such as the secret and the keys
                     (the SQLite file's name, payloom-HOST-PORT-NAME for PostgreSQL, or
                     payloom-postgres with --postgres)
  --ephemeral        use a temporary database, which is removed at the end
  --json             print one line of JSON with url and keys, for scripts
  --metrics-port NUMBER
                     serve /metrics for Prometheus at this port of 127.0.0.1 (off)
  --stripe           charge at Stripe, in its test mode, with the keys in STRIPE_SECRET_KEY,
                     STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET
  --live             use Stripe's live mode, where real money moves
  -h, --help         this text`

/** The text to print instead of starting: the usage, and the mistake in the command line. */
export interface Usage {
  readonly usage: string
  readonly complaint: string | null
}

const known = {
  port: { type: "string", default: "8080" },
  host: { type: "string", default: "127.0.0.1" },
  url: { type: "string" },
  database: { type: "string" },
  postgres: { type: "boolean", default: false },
  files: { type: "string" },
  ephemeral: { type: "boolean", default: false },
  json: { type: "boolean", default: false },
  "metrics-port": { type: "string" },
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
    if (!isPort(values.port)) {
      return refused(`--port must be a number from 0 to 65535, but is ${shown(values.port)}.`)
    }
    const metrics = values["metrics-port"]
    if (metrics !== undefined && !isPort(metrics)) {
      return refused(`--metrics-port must be a number from 0 to 65535, but is ${shown(metrics)}.`)
    }
    const { host, url = null, database, postgres, files = null, ephemeral, json } = values
    if (host === "") return refused("--host must be an address such as 127.0.0.1.")
    if (url !== null && !/^https?:\/\/[^/]+\/?$/.test(url)) {
      return refused(
        `--url must be an address without a path, such as https://pay.example, but is ${shown(url)}.`
      )
    }
    if (database === "") return refused("--database must be a file or an address.")
    if (database !== undefined && isPostgres(database) && !URL.canParse(database)) {
      return refused("--database must be an address such as postgres://localhost/shop.")
    }
    if (database !== undefined && isOtherAddress(database)) {
      return refused("--database must be a file, or an address that begins with postgres://.")
    }
    if (database !== undefined && postgres) {
      return refused("--postgres starts a server, so it can't be combined with --database.")
    }
    if (files === "") return refused("--files must be the prefix of the files' names.")
    const kept = database === undefined ? files && "--files" : "--database"
    if (kept && ephemeral) {
      return refused(`--ephemeral keeps nothing, so it can't be combined with ${kept}.`)
    }
    if (values.live && !values.stripe) {
      return refused("--live needs --stripe, because no money moves in the sandbox.")
    }
    const stripe = values.live ? "live" : values.stripe ? "test" : null
    return {
      stripe,
      port,
      host,
      url: url?.replace(/\/$/, "") ?? null,
      database: database ?? "payloom.db",
      postgres,
      files,
      ephemeral,
      json,
      metricsPort: metrics === undefined ? null : Number(metrics)
    }
  } catch (error) {
    return refused(argumentComplaint(error, Object.keys(known)))
  }
}

const isPort = (text: string): boolean => /^\d{1,5}$/.test(text) && Number(text) <= 65_535

/** Returns the first characters of a given value. */
const shown = (text: string): string => JSON.stringify(text.slice(0, 40))
