import { hash } from "node:crypto"
import Database from "better-sqlite3"

/** A request as an endpoint received it. */
export interface Received {
  readonly endpoint: string
  /** The webhook's, which is the event's. */
  readonly id: string
  /** In milliseconds since the epoch, by the machine's clock. */
  readonly at: number
  /** What it was answered; null where it wasn't. */
  readonly status: number | null
  /** Whether the reference library believes its signature. */
  readonly isVerified: boolean
  /** Whether it came because somebody followed a redirect. */
  readonly isRedirected: boolean
  readonly body: string
}

const tables = `
  CREATE TABLE received (
    endpoint TEXT, event TEXT, at REAL, status INTEGER, verified INTEGER, redirected INTEGER,
    hash TEXT);
  CREATE TABLE bodies (hash TEXT PRIMARY KEY, event TEXT, body TEXT) WITHOUT ROWID;
`

/** Keeps in a file what endpoints receive, each body once. */
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
