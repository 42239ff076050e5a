import { join } from "node:path"
import { startPostgres } from "@payloom/testkit/postgres"

/** A database that the processes of a trial share. */
export interface TrialDatabase {
  /** A PostgreSQL address, or the path of a SQLite file. */
  readonly address: string
  /** Creates another, empty database on the same server. A SQLite file has no server. */
  readonly newDatabase?: () => Promise<string>
  /** Stops the server and deletes its data. A SQLite file is deleted with its folder. */
  readonly stop: () => Promise<void>
}

/** Returns a SQLite file in a folder. */
export const trialFile = (folder: string): TrialDatabase => ({
  address: join(folder, "payloom.db"),
  stop: async () => undefined
})

/** Dozens of processes may have up to ten connections each. */
const settings = { max_connections: "400" }

/** Starts a PostgreSQL server for a trial. */
export const trialServer = (): Promise<TrialDatabase> => startPostgres(settings)
