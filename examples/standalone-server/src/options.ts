import { parseArgs } from "node:util"

/** What the command line asks for. */
export interface ServerOptions {
  readonly port: number
  readonly host: string
  /** Where browsers reach it, if that is elsewhere: behind a proxy that speaks TLS, say. */
  readonly url: string | null
  /** The SQLite file. */
  readonly database: string
  /** Nothing is kept: a database in a temporary folder, removed at the end. */
  readonly ephemeral: boolean
  /** One line of JSON instead of the welcome, for scripts. */
  readonly json: boolean
}

const usage = `Usage: npm start -- [options]

  --port NUMBER      where to listen (8080; 0 for any free port)
  --host ADDRESS     the address to listen on (127.0.0.1)
  --url URL          where browsers reach it (http://HOST:PORT)
  --database FILE    the SQLite file (payloom.db)
  --ephemeral        keep nothing: a temporary database, removed at the end
  --json             print one line of JSON with url and keys, for scripts
  -h, --help         this text`

/** What to print instead of starting: the usage, and what is wrong with what was asked. */
export interface Usage {
  readonly usage: string
  readonly complaint: string | null
}

/** Reads the command line. */
export const readOptions = (args: ReadonlyArray<string>): ServerOptions | Usage => {
  const refused = (complaint: string): Usage => ({ usage, complaint })
  try {
    const { values } = parseArgs({
      args: [...args],
      strict: true,
      allowPositionals: false,
      options: {
        port: { type: "string", default: "8080" },
        host: { type: "string", default: "127.0.0.1" },
        url: { type: "string" },
        database: { type: "string" },
        ephemeral: { type: "boolean", default: false },
        json: { type: "boolean", default: false },
        help: { type: "boolean", short: "h", default: false }
      }
    })
    if (values.help) return { usage, complaint: null }
    const port = Number(values.port)
    if (!/^\d{1,5}$/.test(values.port) || port > 65_535) {
      return refused("--port takes a number from 0 to 65535.")
    }
    const { host, url = null, database, ephemeral, json } = values
    if (host === "") return refused("--host takes an address such as 127.0.0.1.")
    if (url !== null && !/^https?:\/\/[^/]+\/?$/.test(url)) {
      return refused("--url takes an address such as https://pay.example.")
    }
    if (database === "") return refused("--database takes the name of a file.")
    if (database !== undefined && ephemeral) {
      return refused("--ephemeral keeps nothing, so there is no --database beside it.")
    }
    return {
      port,
      host,
      url: url?.replace(/\/$/, "") ?? null,
      database: database ?? "payloom.db",
      ephemeral,
      json
    }
  } catch (error) {
    const [firstSentence] = String(error instanceof Error ? error.message : error).split(/\. |\n/)
    return refused(`${firstSentence?.replace(/\.$/, "")}.`)
  }
}
