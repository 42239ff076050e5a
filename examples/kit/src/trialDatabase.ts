import { join } from "node:path"
import { startPostgres } from "@payloom/testkit/postgres"

/** A database that the processes of a trial share. */
export interface TrialDatabase {
  /** Of a PostgreSQL database, or the name of a SQLite file. */
  readonly address: string
  /** Makes another database on the same server, which is empty; a file has none. */
  readonly newDatabase?: () => Promise<string>
  /** Ends its server, and deletes what that stored; a file goes with its folder. */
  readonly stop: () => Promise<void>
}

/** A SQLite file in a folder. */
export const trialFile = (folder: string): TrialDatabase => ({
  address: join(folder, "payloom.db"),
  stop: async () => undefined
})

/** Processes have up to ten connections each, and there may be dozens of them. */
const settings = { max_connections: "400" }

/** A PostgreSQL server of the trial's own. */
export const trialServer = (): Promise<TrialDatabase> => startPostgres(settings)
