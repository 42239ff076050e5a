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
  --help             this text`

/** Reads the command line; a text where there is something to say instead of starting. */
export const readOptions = (
  args: ReadonlyArray<string>
): ServerOptions | { readonly exit: 0 | 2; readonly text: string } => {
  try {
    const { values } = parseArgs({
      args: [...args],
      strict: true,
      allowPositionals: false,
      options: {
        port: { type: "string", default: "8080" },
        host: { type: "string", default: "127.0.0.1" },
        url: { type: "string" },
        database: { type: "string", default: "payloom.db" },
        ephemeral: { type: "boolean", default: false },
        json: { type: "boolean", default: false },
        help: { type: "boolean", default: false }
      }
    })
    if (values.help) return { exit: 0, text: usage }
    const port = Number(values.port)
    if (!/^\d{1,5}$/.test(values.port) || port > 65_535) {
      return { exit: 2, text: `--port takes a number from 0 to 65535.\n\n${usage}` }
    }
    const { host, url = null, database, ephemeral, json } = values
    if (url !== null && !/^https?:\/\/[^/]+\/?$/.test(url)) {
      return { exit: 2, text: `--url takes an address such as https://pay.example.\n\n${usage}` }
    }
    return { port, host, url: url?.replace(/\/$/, "") ?? null, database, ephemeral, json }
  } catch (error) {
    return { exit: 2, text: `${error instanceof Error ? error.message : error}\n\n${usage}` }
  }
}
