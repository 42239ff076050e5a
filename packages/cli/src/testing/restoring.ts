import { join } from "node:path"
import { backupSqlite, erasureFile, restoreSqlite, sqlite } from "@payloom/adapter-sqlite"
import {
  type Merchant,
  Payloom,
  type ReconcileReport,
  type ReconcileStoreOptions
} from "@payloom/core"
import { type ManualClock, manualClock, type Sandbox, sandbox } from "@payloom/testkit"
import { temporaryFolder } from "./temporaryFolder.ts"

/** A shop whose store is backed up, lost and restored. Its bank continues. */
export interface RestoredShop {
  readonly box: Sandbox
  readonly clock: ManualClock
  /** The file of the store. */
  readonly file: () => string
  readonly payloom: () => Payloom
  readonly shop: () => Merchant
  /** Charges a card, 12.50 EUR by default. */
  readonly pay: (
    card: string,
    terms?: Partial<Parameters<Merchant["payments"]["create"]>[0]>
  ) => ReturnType<Merchant["payments"]["create"]>
  readonly backUp: () => Promise<unknown>
  /** Stops the engine, loses its file, and restores the last backup to a new one. */
  readonly restore: () => Promise<void>
  readonly reconcile: (options?: ReconcileStoreOptions) => Promise<ReconcileReport>
  /** Starts an engine on the restored store. */
  readonly start: () => Promise<void>
  readonly close: () => Promise<void>
}

let keys = 0

/** Returns a new idempotency key. */
export const newKey = () => ({ idempotencyKey: `key ${keys++}` })

/** Opens a shop in a file. The engine runs jobs only when the test calls `runDue`. */
export const openRestoredShop = async (
  options: Parameters<typeof sandbox>[0] = {}
): Promise<RestoredShop> => {
  const folder = temporaryFolder()
  const box = sandbox(options)
  const clock = manualClock(Date.now())
  let number = 0
  const file = () => join(folder, `store-${number}.db`)
  const backup = () => join(folder, `backup-${number}.db`)
  const setup = () => ({
    ...box.setup,
    clock,
    storage: sqlite(file()),
    workers: false,
    erasureLog: erasureFile(join(folder, "erased.jsonl")),
    onLog: () => undefined
  })
  let payloom = await Payloom.make(setup())
  let shop: Merchant = await box.openShop(payloom)
  return {
    box,
    clock,
    file,
    payloom: () => payloom,
    shop: () => shop,
    pay: (paymentInstrument, terms = {}) =>
      shop.payments.create(
        { amount: 1250n, currency: "EUR", type: "one_off", paymentInstrument, ...terms },
        newKey()
      ),
    backUp: () => backupSqlite({ from: file(), to: backup() }),
    restore: async () => {
      await payloom.close()
      const from = backup()
      number += 1
      await restoreSqlite({ from, to: file() })
    },
    reconcile: (reconciling = {}) => Payloom.reconcile(setup(), reconciling),
    start: async () => {
      payloom = await Payloom.make(setup())
      shop = await box.openShop(payloom)
    },
    close: () => payloom.close()
  }
}

/** Returns the findings of a report as lines. */
export const findingsOf = ({ accounts }: ReconcileReport) =>
  accounts.flatMap(({ findings }) =>
    findings.map(({ kind, state, amount, isBooked, rest }) =>
      [kind, state, amount, isBooked ? "booked" : "open", ...(rest === null ? [] : [rest])].join(
        " "
      )
    )
  )
