import { existsSync } from "node:fs"
import { sandbox } from "@payloom/testkit"
import { CommandFailed } from "../../command/CommandFailed.ts"
import type { Terminal } from "../../command/Terminal.ts"
import { UsageError } from "../../command/UsageError.ts"
import { isPostgres, storageAt } from "../../storageAt.ts"
import { erasureLogBeside } from "../../target/erasureLogBeside.ts"
import { fileAt } from "../../target/fileAt.ts"
import { loadSetup, type SetupPart } from "../../target/loadSetup.ts"
import { findSecret, secretOf } from "../../target/secretIn.ts"

interface Given {
  readonly database: string | undefined
  readonly setup: string | undefined
}

/**
 * Returns the setup of a reconciliation: of a module, as `start` and `Payloom.make` take it, or the
 * sandbox of `payloom start`. The database and the secret are those of the command, if the module
 * has none.
 */
export const reconciledSetup = async (given: Given, terminal: Terminal): Promise<SetupPart> => {
  const named = given.database || terminal.env.PAYLOOM_DATABASE || undefined
  if (given.setup !== undefined) {
    const own = await loadSetup(fileAt(terminal, given.setup))
    if (own.storage !== undefined) {
      if (given.database === undefined) return own
      throw new UsageError(`--database can't be combined with ${given.setup}, which has a storage.`)
    }
    const location = named ?? missingDatabase()
    const secret = findSecret(location, terminal)
    const path = existing(fileAt(terminal, location))
    return {
      storage: storageAt(path),
      ...erasureLogBeside(path),
      ...(secret === null ? {} : { secret }),
      ...own
    }
  }
  const location = named ?? missingDatabase()
  const path = existing(fileAt(terminal, location))
  const bank = `${path}.bank`
  if (isPostgres(path) || !existsSync(bank)) {
    throw new UsageError(
      "--setup is missing: only a file of payloom start has its providers beside it, in " +
        "DATABASE.bank."
    )
  }
  const secret = secretOf(location, terminal)
  const box = sandbox({ secret, journal: bank })
  return { ...box.setup, ...erasureLogBeside(path), storage: storageAt(path), secret }
}

const missingDatabase = (): never => {
  throw new UsageError(
    "There is no store to reconcile: give --setup, or --database, or set PAYLOOM_DATABASE."
  )
}

/** An engine would create a missing file. */
const existing = (path: string): string => {
  if (isPostgres(path) || existsSync(path)) return path
  throw new CommandFailed("no_store", `There is no store at ${path}.`)
}
