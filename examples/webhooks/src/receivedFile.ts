import { hash } from "node:crypto"
import Database from "better-sqlite3"

/** A request to an endpoint. */
export interface Received {
  readonly endpoint: string
  /** The id of the webhook and of its event. */
  readonly id: string
  /** The time of the machine's clock, in milliseconds since the epoch. */
  readonly at: number
  /** The status of the response. Null without a response. */
  readonly status: number | null
  /** True if the reference library accepts the signature. */
  readonly isVerified: boolean
  /** True if the sender followed a redirect. */
  readonly isRedirected: boolean
  readonly body: string
}

const tables = `
  CREATE TABLE received (
    endpoint TEXT, event TEXT, at REAL, status INTEGER, verified INTEGER, redirected INTEGER,
    hash TEXT);
  CREATE TABLE bodies (hash TEXT PRIMARY KEY, event TEXT, body TEXT) WITHOUT ROWID;
`

/** Opens a file for the endpoints' requests. It keeps each body once. */
export const openReceivedFile = (file: string): ((received: Received) => void) => {
  const db = new Database(file)
  db.pragma("journal_mode = WAL")
  db.pragma("synchronous = OFF")
  db.exec(tables)
  const add = db.prepare("INSERT INTO received VALUES (?, ?, ?, ?, ?, ?, ?)")
  const addBody = db.prepare("INSERT OR IGNORE INTO bodies VALUES (?, ?, ?)")
  return ({ endpoint, id, at, status, isVerified, isRedirected, body }) => {
    const hashed = hash("sha256", body)
    addBody.run(hashed, id, body)
    add.run(endpoint, id, at, status, Number(isVerified), Number(isRedirected), hashed)
  }
}
