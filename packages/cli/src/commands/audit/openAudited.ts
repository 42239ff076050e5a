import { existsSync } from "node:fs"
import type { ProviderBooks, RowSource } from "@payloom/auditor"
import { postgresSource } from "@payloom/auditor/postgres"
import { sqliteSource } from "@payloom/auditor/sqlite"
import { StorageUnavailable } from "@payloom/core"
import { sandbox, sandboxBooks } from "@payloom/testkit"
import { Effect } from "effect"
import type { Terminal } from "../../command/Terminal.ts"
import { UsageError } from "../../command/UsageError.ts"
import { isPostgres } from "../../storageAt.ts"
import { fileAt } from "../../target/fileAt.ts"
import { loadSetup } from "../../target/loadSetup.ts"
import { openAsIs, openStore } from "../../target/openStore.ts"
import { secretOf } from "../../target/secretIn.ts"
import { portSource } from "./portSource.ts"

interface Given {
  readonly database: string | undefined
  readonly setup: string | undefined
  readonly withProviders: boolean
}

/** An opened store, with the books of its providers if they were wanted. */
export interface AuditedStore {
  readonly source: RowSource
  readonly providers?: ProviderBooks
}

/** Opens the store to audit. Rejects with the refusal of a store of another release. */
export const openAudited = async (given: Given, terminal: Terminal): Promise<AuditedStore> => {
  const setup = setupOf(given, terminal)
  if (setup !== undefined) {
    const { storage } = await loadSetup(fileAt(terminal, setup))
    if (storage !== undefined) {
      if (given.database !== undefined || given.withProviders) {
        throw new UsageError(
          "--setup can't be combined with --database and --with-providers, because " +
            `${setup} has a storage.`
        )
      }
      return { source: portSource(await openAsIs(storage)) }
    }
  }
  const location = given.database || terminal.env.PAYLOOM_DATABASE
  if (!location) {
    throw new UsageError(
      "There is no store to audit: give --database or --setup, or set PAYLOOM_DATABASE or " +
        "PAYLOOM_SETUP."
    )
  }
  const providers = given.withProviders ? await booksBeside(location, terminal) : undefined
  // The adapter refuses a missing store, and one of another program or release.
  await (await openStore(location, terminal.cwd)).close()
  return { source: await rawSource(location, terminal), ...(providers && { providers }) }
}

/** Returns the setup of the command line, or else that of the variable. */
const setupOf = ({ setup, database }: Given, { env }: Terminal): string | undefined => {
  if (setup !== undefined || database !== undefined || !env.PAYLOOM_SETUP) return setup
  if (env.PAYLOOM_DATABASE) {
    throw new UsageError(
      "PAYLOOM_DATABASE and PAYLOOM_SETUP are both set: choose one with --database or --setup."
    )
  }
  return env.PAYLOOM_SETUP
}

const rawSource = async (location: string, terminal: Terminal): Promise<RowSource> => {
  try {
    return isPostgres(location)
      ? answering(await postgresSource(location))
      : sqliteSource(fileAt(terminal, location))
  } catch (cause) {
    throw new StorageUnavailable({ cause })
  }
}

/** Names a connection that ends during the audit as the fault of the database. */
const answering = (source: RowSource): RowSource => ({
  ...source,
  pages: async function* (collections) {
    try {
      yield* source.pages(collections)
    } catch (cause) {
      throw new StorageUnavailable({ cause })
    }
  }
})

/** Reads the books of the sandbox of `payloom start`. */
const booksBeside = async (location: string, terminal: Terminal): Promise<ProviderBooks> => {
  const bank = `${fileAt(terminal, location)}.bank`
  if (isPostgres(location) || !existsSync(bank)) {
    throw new UsageError(
      "--with-providers needs the file DATABASE.bank of payloom start. Other providers are " +
        "compared by payloom reconcile --with-providers --report."
    )
  }
  const box = sandbox({ secret: secretOf(location, terminal), journal: bank })
  return Effect.runPromise(
    sandboxBooks(
      box.bank,
      box.providers.map(({ name }) => name)
    )
  )
}
