import { createHash } from "node:crypto"
import pg from "pg"
import type { RawChange, RecordedCommits } from "../RecordedCommits.ts"
import type { Batch } from "../rounds.ts"

/** A statement for `pg`, prepared once per connection. */
interface RawWrite {
  readonly name: string
  readonly text: string
  readonly values: Array<string | number | null>
}

type RawCharge = ReadonlyArray<ReadonlyArray<RawWrite>>

/**
 * Writes what the engine writes with `pg` alone: the same rows into the same tables. The statements
 * of a transaction are sent together. All work is prepared before the clock starts.
 */
export class RawPostgres {
  readonly #clients: ReadonlyArray<pg.Client>
  readonly #commits: RecordedCommits

  private constructor(clients: ReadonlyArray<pg.Client>, commits: RecordedCommits) {
    this.#clients = clients
    this.#commits = commits
  }

  /** Opens this many connections to a database that has the tables. */
  static async open(
    address: string,
    commits: RecordedCommits,
    connections: number
  ): Promise<RawPostgres> {
    const clients = Array.from(
      { length: connections },
      () => new pg.Client({ connectionString: address, pipeline: true })
    )
    await Promise.all(clients.map((client) => client.on("error", () => undefined).connect()))
    return new RawPostgres(clients, commits)
  }

  /** Returns a batch in which every connection writes one charge after another. */
  batch(): Batch {
    let ready: Array<RawCharge> = []
    return {
      prepare: async (count) => {
        ready = Array.from({ length: count }, () =>
          this.#commits.again().map((changes) => changes.map(writeOf))
        )
      },
      run: async () => {
        await Promise.all(
          this.#clients.map(async (client) => {
            for (let charge = ready.pop(); charge !== undefined; charge = ready.pop()) {
              for (const writes of charge) await transaction(client, writes)
            }
          })
        )
      }
    }
  }

  /** Writes this many charges in a few transactions, so that databases have the same size. */
  async fill(charges: number): Promise<void> {
    let left = charges
    const some = () => Array.from({ length: Math.min(perTransaction, left) }, () => 0)
    await Promise.all(
      this.#clients.map(async (client) => {
        while (left > 0) {
          const writes = some().flatMap(() =>
            this.#commits.again().flatMap((changes) => changes.map(writeOf))
          )
          left -= perTransaction
          await transaction(client, writes)
        }
      })
    )
  }

  /** Closes the connections. */
  async close(): Promise<void> {
    await Promise.all(this.#clients.map((client) => client.end()))
  }
}

/** The number of charges in a transaction of `fill`. */
const perTransaction = 200

const transaction = (client: pg.Client, writes: ReadonlyArray<RawWrite>) =>
  Promise.all([
    client.query("BEGIN"),
    ...writes.map((w) => client.query(w)),
    client.query("COMMIT")
  ])

const names = new Map<string, string>()

const prepared = (text: string, values: RawWrite["values"]): RawWrite => {
  const name = names.get(text) ?? createHash("sha256").update(text).digest("hex").slice(0, 40)
  names.set(text, name)
  return { name, text, values }
}

const writeOf = (change: RawChange): RawWrite => {
  const { tag, scope, id, version, doc } = change
  const table = `payloom.${change.table}`
  const key = [scope.tenant, scope.mode, id]
  const columns = change.columns.map(({ name }) => `"${name}"`)
  const values = change.columns.map(({ value }) => value)
  if (change.part !== null) {
    columns.push("feed_part")
    values.push(change.part)
  }
  const at = (first: number) => `tenant = $${first} AND mode = $${first + 1} AND id = $${first + 2}`
  switch (tag) {
    case "Insert": {
      const all = ["tenant", "mode", "id", "version", ...columns, "doc"]
      const places = all.map((_, nth) => `$${nth + 1}`)
      return prepared(`INSERT INTO ${table} (${all}) VALUES (${places})`, [
        ...key,
        version,
        ...values,
        doc
      ])
    }
    case "Update": {
      const set = [...columns, "version", "doc"].map((name, nth) => `${name} = $${nth + 1}`)
      return prepared(`UPDATE ${table} SET ${set} WHERE ${at(set.length + 1)}`, [
        ...values,
        version,
        doc,
        ...key
      ])
    }
    case "Delete":
      return prepared(`DELETE FROM ${table} WHERE ${at(1)}`, key)
    case "Check":
      return prepared(`SELECT version FROM ${table} WHERE ${at(1)}`, key)
  }
}
