import { erasureFile } from "@payloom/adapter-sqlite"
import type { PayloomSetup } from "@payloom/core"
import { isPostgres } from "../storageAt.ts"

/**
 * Returns the erasure log beside a SQLite file, `DATABASE.erased`. A store on PostgreSQL has none,
 * because its files may be on another machine.
 */
export const erasureLogBeside = (path: string): Pick<PayloomSetup<unknown>, "erasureLog"> =>
  isPostgres(path) ? {} : { erasureLog: erasureFile(`${path}.erased`) }
