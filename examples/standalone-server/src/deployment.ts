import { accessSync, constants, existsSync, mkdtempSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join, resolve } from "node:path"
import { sqlite } from "@payloom/adapter-sqlite"
import { StartRefused } from "@payloom/example-kit/StartRefused"
import { Effect, Layer } from "effect"

/** The files of one deployment, beside each other. */
export interface Deployment {
  readonly database: string
  /** What the sandbox's bank remembers, so that it outlives a crash as a real bank would. */
  readonly bankJournal: string
  /** The sandbox tenant's keys and cards, kept because the engine can't show a key twice. */
  readonly credentialsFile: string
  /** How far the demo shop has moved time ahead; there is none while it hasn't. */
  readonly clockFile: string
  /** Removes what nobody asked to keep. */
  readonly dispose: () => void
}

/**
 * The files of the deployment that the options name. Where its database can't be used there are no
 * files of it, and none is made: it is refused as `StartRefused`, or by the adapter.
 */
export const openDeployment = async (options: {
  readonly database: string
  readonly ephemeral: boolean
}): Promise<Deployment> => {
  const folder = options.ephemeral ? mkdtempSync(join(tmpdir(), "payloom-")) : null
  const database = folder === null ? resolve(options.database) : join(folder, "payloom.db")
  if (folder === null) await assertUsable(database)
  return {
    database,
    bankJournal: `${database}.bank`,
    credentialsFile: `${database}.sandbox.json`,
    clockFile: `${database}.clock`,
    dispose: () => {
      if (folder !== null) rmSync(folder, { recursive: true, force: true })
    }
  }
}

const assertUsable = async (database: string): Promise<void> => {
  const folder = dirname(database)
  const found = statSync(folder, { throwIfNoEntry: false })
  if (found === undefined) {
    throw new StartRefused(`The database ${database} can't be made: there is no folder ${folder}.`)
  }
  if (!found.isDirectory()) {
    throw new StartRefused(`The database ${database} can't be made: ${folder} is no folder.`)
  }
  try {
    accessSync(folder, constants.W_OK | constants.X_OK)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new StartRefused(
      `The database ${database} can't be used: its folder may not be written (${code}).`
    )
  }
  // One that is there is opened once before anything is made beside it.
  if (existsSync(database)) await Effect.runPromise(Effect.scoped(Layer.build(sqlite(database))))
}
