import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"

/** The files of one deployment, beside each other. */
export interface Deployment {
  readonly database: string
  /** The master secret: made on the first start, readable by the owner only. */
  readonly secretFile: string
  /** What the sandbox's bank remembers, so that it outlives a crash as a real bank would. */
  readonly bankJournal: string
  /** The sandbox tenant's keys and cards, kept because the engine can't show a key twice. */
  readonly credentialsFile: string
  /** Removes what nobody asked to keep. */
  readonly dispose: () => void
}

export const openDeployment = (options: {
  readonly database: string
  readonly ephemeral: boolean
}): Deployment => {
  const folder = options.ephemeral ? mkdtempSync(join(tmpdir(), "payloom-")) : null
  const database = folder === null ? resolve(options.database) : join(folder, "payloom.db")
  return {
    database,
    secretFile: `${database}.secret`,
    bankJournal: `${database}.bank`,
    credentialsFile: `${database}.sandbox.json`,
    dispose: () => {
      if (folder !== null) rmSync(folder, { recursive: true, force: true })
    }
  }
}
