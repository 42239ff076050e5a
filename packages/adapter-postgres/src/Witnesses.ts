import type { Change, StorageLoss } from "@payloom/core"
import { DriverFailed } from "./DriverFailed.ts"
import { PostgresRewound } from "./PostgresRewound.ts"
import type { Line, Statement } from "./Statement.ts"
import type { Table } from "./Table.ts"

/** Sends statements, and returns the answer of each. */
type Ask = (statements: ReadonlyArray<Statement>) => Promise<ReadonlyArray<ReadonlyArray<Line>>>

/** A row that was appended by an acknowledged commit, and the time by `performance.now()`. */
interface Witness {
  readonly row: Statement
  readonly at: number
}

/** A written row with its table. */
interface Written {
  readonly change: Change
  readonly table: Table
}

/** The last commits of several transactions, because those in flight end in any order. */
const mostWitnesses = 8

/** Older rows may have been removed with their month. */
const oldestMs = 86_400_000

/**
 * The last rows that this process has appended to the database. They are never changed or deleted
 * soon. So if a server lacks one of them, it lacks an acknowledged commit. Each commit before the
 * last one is there if the last one is, because a standby gets them in order.
 */
export class Witnesses {
  #kept: ReadonlyArray<Witness> = []
  #rewound: PostgresRewound | null = null
  readonly #listeners = new Set<(loss: StorageLoss) => void>()

  /** Remembers the last appended row of acknowledged commits. */
  remember(written: ReadonlyArray<Written>): void {
    const last = written.findLast(
      ({ change }) => change._tag === "Insert" && change.collection.appendOnly
    )
    if (last?.change._tag !== "Insert") return
    const { scope, row } = last.change
    const witness = { row: last.table.has(scope, row.id), at: performance.now() }
    this.#kept = [witness, ...this.#kept.slice(0, mostWitnesses - 1)]
  }

  /** Throws `PostgresRewound` if an earlier check found that a row is missing. */
  assertNotRewound(): void {
    if (this.#rewound !== null) throw new DriverFailed(this.#rewound)
  }

  /** Throws `PostgresRewound` if another server than before lacks one of the rows. */
  async check(ask: Ask): Promise<void> {
    const oldest = performance.now() - oldestMs
    const rows = this.#kept.filter(({ at }) => at > oldest).map(({ row }) => row)
    if (rows.length === 0) return
    const answers = await ask(rows)
    this.assertNotRewound()
    if (answers.every((lines) => lines.length > 0)) return
    this.#rewound = new PostgresRewound()
    for (const listener of this.#listeners) listener({ file: null, reason: "rewound" })
    throw new DriverFailed(this.#rewound)
  }

  /** Calls the listener once if a row is missing, until the returned function is called. */
  hear(listener: (loss: StorageLoss) => void): () => void {
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
    }
  }
}
