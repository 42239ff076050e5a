import { accessSync, constants, existsSync, mkdtempSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join, resolve } from "node:path"
import { isPostgres, storageAt } from "@payloom/cli"
import { type PayloomSetup, Storage } from "@payloom/core"
import { masterSecret } from "@payloom/example-kit/masterSecret"
import { StartRefused } from "@payloom/example-kit/StartRefused"
import { Effect, Logger } from "effect"

/** One deployment: its database, and the files that belong to that. */
export interface Deployment {
  /** The database as people are told of it. */
  readonly database: string
  readonly storage: PayloomSetup<Error>["storage"]
  /** The master secret, which is made with the database. */
  readonly secret: () => string
  /** What the sandbox's bank remembers, so that it outlives a crash as a real bank would. */
  readonly bankJournal: string
  /** The sandbox tenant's keys and cards, kept because the engine can't show a key twice. */
  readonly credentialsFile: string
  /** How far the demo shop has moved time ahead; there is none while it hasn't. */
  readonly clockFile: string
  /** Removes what nobody asked to keep. */
  readonly dispose: () => void
}

/** What the command line says of it. */
export interface DeploymentOptions {
  readonly database: string
  /** What the files' names begin with; told by the database where it is null. */
  readonly files: string | null
  readonly ephemeral: boolean
}

/** How long a PostgreSQL server is waited for. */
const openTimeoutMs = 15_000

/**
 * The deployment that the options name. Where its database can't be used there are no files of it,
 * and none is made: it is refused as `StartRefused`, or by the adapter.
 */
export const openDeployment = async ({
  database,
  files,
  ephemeral
}: DeploymentOptions): Promise<Deployment> => {
  const folder = ephemeral ? mkdtempSync(join(tmpdir(), "payloom-")) : null
  const place = folder === null ? database : join(folder, "payloom.db")
  const found = isPostgres(place) ? await postgresAt(place) : await fileAt(resolve(place))
  const beside = files === null ? found.files : resolve(files)
  if (files !== null) assertFolder(beside, `The files ${beside}`)
  return {
    database: found.name,
    storage: storageAt(found.address, { openTimeoutMs }),
    secret: () => masterSecret(beside, { database: found.name, isUsed: found.isUsed }),
    bankJournal: `${beside}.bank`,
    credentialsFile: `${beside}.sandbox.json`,
    clockFile: `${beside}.clock`,
    dispose: () => {
      if (folder !== null) rmSync(folder, { recursive: true, force: true })
    }
  }
}

interface Found {
  /** What adapters take. */
  readonly address: string
  readonly name: string
  /** What the names of its files begin with. */
  readonly files: string
  /** Whether an engine has used it. */
  readonly isUsed: boolean
}

const fileAt = async (database: string): Promise<Found> => {
  assertFolder(database, `The database ${database}`)
  // One that is there is opened once before anything is made beside it.
  const isUsed = existsSync(database) && (await hasRows(database, database))
  return { address: database, name: database, files: database, isUsed }
}

const postgresAt = async (address: string): Promise<Found> => {
  const { hostname, port, pathname, username } = new URL(address)
  const own = decodeURIComponent(pathname.slice(1)) || decodeURIComponent(username) || "postgres"
  const place = [hostname || "localhost", port || "5432", own]
  const name = `${own} at ${place[0]}:${place[1]}`
  return {
    address,
    name,
    files: resolve(`payloom-${place.join("-").replace(/[^\w.-]/g, "_")}`),
    isUsed: await hasRows(address, name)
  }
}

const hasRows = (address: string, name: string): Promise<boolean> =>
  Effect.runPromise(
    Effect.flatMap(Storage, ({ scopes }) => scopes({ limit: 1 })).pipe(
      Effect.map(({ length }) => length > 0),
      Effect.provide(storageAt(address, { openTimeoutMs })),
      // If it fails, one line says why.
      Effect.provide(Logger.layer([])),
      Effect.catchTag("StorageUnavailable", ({ cause }) => {
        const reason = cause instanceof Error ? cause.message : String(cause)
        return Effect.die(new StartRefused(`The database ${name} does not answer (${reason}).`))
      })
    )
  )

const assertFolder = (file: string, what: string): void => {
  const folder = dirname(file)
  const found = statSync(folder, { throwIfNoEntry: false })
  if (found === undefined) {
    throw new StartRefused(`${what} can't be made: there is no folder ${folder}.`)
  }
  if (!found.isDirectory()) {
    throw new StartRefused(`${what} can't be made: ${folder} is no folder.`)
  }
  try {
    accessSync(folder, constants.W_OK | constants.X_OK)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new StartRefused(`${what} can't be used: its folder may not be written (${code}).`)
  }
}
