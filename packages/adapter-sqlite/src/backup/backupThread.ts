import { parentPort, workerData } from "node:worker_threads"
import Database from "better-sqlite3"
import type { CopiedFile, CopyMessage, CopyOrder } from "./copyInThread.ts"
import { balancesIn, rowsIn } from "./inspectCopy.ts"
import { cellIn, markHeld } from "./markHeld.ts"

/** Refuses the order. The message is for people. */
class Refused extends Error {
  readonly reason: Extract<CopyMessage, { readonly _tag: "Refused" }>["reason"]

  constructor(reason: Refused["reason"], message: string) {
    super(message)
    this.reason = reason
  }
}

const post = (message: CopyMessage): void => parentPort?.postMessage(message)

const report = (phase: "copy" | "check", share: number): void =>
  post({ _tag: "Progress", progress: { phase, share } })

/** The number of pages that are copied at a time. A step takes about a millisecond. */
const pagesAtATime = 256

const never = new Int32Array(new SharedArrayBuffer(4))

/** Copies for half of the time, so that the disk and a core are left to the engine's commits. */
const pauseFor = (ms: number): void => {
  Atomics.wait(never, 0, 0, ms)
}

/**
 * Copies a database page by page, from one snapshot. SQLite's backup begins anew whenever another
 * process commits, so on a busy store it would never end. An open read transaction fixes the
 * snapshot: then commits of other connections are not in the copy and don't disturb it.
 */
const copy = async ({ from, to, schemaVersion }: CopyOrder) => {
  const source = new Database(from, { readonly: true, fileMustExist: true, timeout: 5000 })
  try {
    const takenAt = Date.now()
    source.exec("BEGIN")
    const found = deploymentIn(source, schemaVersion)
    let stepBegan = performance.now()
    await source.backup(to, {
      progress: ({ totalPages, remainingPages }) => {
        report("copy", totalPages === 0 ? 1 : 1 - remainingPages / totalPages)
        pauseFor(performance.now() - stepBegan)
        stepBegan = performance.now()
        return pagesAtATime
      }
    })
    return { takenAt, ...found }
  } finally {
    source.close()
  }
}

/** Reads what identifies the store. The read also begins the snapshot. */
const deploymentIn = (source: Database.Database, newest: number) => {
  const tables = source.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").pluck().all()
  const isOwn = ["scopes", "collections", "deployments"].every((name) => tables.includes(name))
  const text = isOwn ? source.prepare("SELECT doc FROM deployments").pluck().get() : undefined
  const cell = isOwn ? cellIn(source) : null
  if (typeof text !== "string" && cell === null) {
    throw new Refused("no_store", "No engine has used this file")
  }
  const schemaVersion = Number(source.pragma("user_version", { simple: true }))
  if (schemaVersion > newest) {
    throw new Refused(
      "newer_schema",
      `The file's schema is version ${schemaVersion}, but this release knows ${newest}`
    )
  }
  const secretCheck = cell === null ? secretCheckIn(`${text}`) : identityOf(cell)
  if (secretCheck === "") {
    const detail = "The store is an unfinished copy, a backup, or was not reconciled yet"
    throw new Refused("unfinished", detail)
  }
  return { secretCheck, schemaVersion }
}

const secretCheckIn = (text: string): string =>
  (JSON.parse(text) as { readonly secretCheck: string }).secretCheck

/** A cell is known by its identity. The directory has the check value of the secret. */
const identityOf = ({ identity, restored }: NonNullable<ReturnType<typeof cellIn>>): string =>
  restored === undefined ? identity : ""

type Found = Pick<CopiedFile, "secretCheck" | "takenAt">

/** Checks the copy, holds it, and makes it one file that needs no write-ahead log. */
const check = (
  to: string,
  { secretCheck, takenAt }: Found
): Pick<CopiedFile, "collections" | "trialBalance"> => {
  const made = new Database(to)
  try {
    made.pragma("journal_mode = DELETE")
    const found = made.pragma("integrity_check(1)", { simple: true })
    if (found !== "ok") throw new Refused("damaged", `The store is damaged: ${found}`)
    report("check", 0.5)
    const collections = rowsIn(made)
    report("check", 0.6)
    const trialBalance = balancesIn(made)
    const unbalanced = trialBalance.find(({ sum }) => sum !== "0")
    if (unbalanced !== undefined) {
      const { currency, sum } = unbalanced
      throw new Refused("damaged", `The books in ${currency} don't sum to zero, but to ${sum}`)
    }
    markHeld(made, { secretCheck, takenAt, restoredAt: takenAt, backup: null })
    report("check", 1)
    return { collections, trialBalance }
  } finally {
    made.close()
  }
}

/** Returns the reason for a failure. The driver's errors name a problem of the file or the disk. */
const refusalOf = (thrown: unknown): CopyMessage => {
  if (thrown instanceof Refused) {
    return { _tag: "Refused", reason: thrown.reason, detail: thrown.message }
  }
  const code = thrown instanceof Database.SqliteError ? thrown.code : ""
  const isDamaged = code === "SQLITE_NOTADB" || code.startsWith("SQLITE_CORRUPT")
  const message = thrown instanceof Error ? thrown.message : String(thrown)
  return isDamaged
    ? { _tag: "Refused", reason: "damaged", detail: `The store can't be read: ${message}` }
    : { _tag: "Refused", reason: "not_accessible", detail: `The copy failed: ${message}` }
}

const order = workerData as CopyOrder
try {
  const found = await copy(order)
  post({ _tag: "Copied", copied: { ...found, ...check(order.to, found) } })
} catch (thrown) {
  post(refusalOf(thrown))
}
