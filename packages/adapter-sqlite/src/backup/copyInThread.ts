import { existsSync } from "node:fs"
import { Worker } from "node:worker_threads"
import { BackupRefused } from "./BackupRefused.ts"

/** The order to the thread that copies a database and checks the copy. */
export interface CopyOrder {
  readonly from: string
  /** An empty file. */
  readonly to: string
  /** The newest version of the adapter's own tables that this release knows. */
  readonly schemaVersion: number
}

/** The balance of the books in one currency. */
export interface CopiedBalance {
  /** An ISO 4217 code. */
  readonly currency: string
  /** The number of ledger accounts in this currency. */
  readonly accounts: number
  /** The sum of all entries in minor units, as a string. */
  readonly sum: string
}

/** The contents of a copy that was checked. */
export interface CopiedFile {
  readonly takenAt: number
  readonly schemaVersion: number
  readonly secretCheck: string
  readonly collections: { readonly [name: string]: number }
  readonly trialBalance: ReadonlyArray<CopiedBalance>
}

/** The progress of a backup. */
export interface BackupProgress {
  /** `copy` reads the store, `check` reads the copy. */
  readonly phase: "copy" | "check"
  /** The finished part of the phase, from 0 to 1. */
  readonly share: number
}

/** A message of the thread. */
export type CopyMessage =
  | { readonly _tag: "Progress"; readonly progress: BackupProgress }
  | { readonly _tag: "Copied"; readonly copied: CopiedFile }
  | {
      readonly _tag: "Refused"
      readonly reason: BackupRefused["reason"]
      readonly detail: string
    }

/** The thread's module: TypeScript beside this file, or a module of the built package. */
const threadModule = (): URL => {
  const built = besideThis("./backup-thread.js")
  return existsSync(built) ? built : besideThis("./backupThread.ts")
}

/**
 * Returns the address of a file. Bundlers resolve the names that they find in such an expression,
 * and fail if one of the two modules is absent. So the name comes as a parameter.
 */
const besideThis = (name: string): URL => new URL(name, import.meta.url)

/**
 * Copies a database in a thread of its own, and checks the copy there. So neither the event loop
 * nor a writer waits for the copy. Rejects with `BackupRefused`.
 */
export const copyInThread = (
  order: CopyOrder,
  onProgress: (progress: BackupProgress) => void,
  signal: AbortSignal | undefined
): Promise<CopiedFile> =>
  new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const thread = new Worker(threadModule(), { workerData: order })
    const abort = () => {
      reject(signal?.reason)
      void thread.terminate()
    }
    signal?.addEventListener("abort", abort, { once: true })
    thread.on("message", (message: CopyMessage) => {
      if (message._tag === "Progress") onProgress(message.progress)
      else if (message._tag === "Copied") resolve(message.copied)
      else {
        const { reason, detail } = message
        reject(new BackupRefused({ reason, path: order.from, detail }))
      }
    })
    thread.on("error", reject)
    thread.on("exit", (code) => {
      signal?.removeEventListener("abort", abort)
      reject(new Error(`the thread of the backup ended with code ${code}`))
    })
  })
