import { Payloom, StorageHeld, StorageUnavailable } from "@payloom/core"
import { type Sandbox, sandbox } from "@payloom/testkit"
import { installedPgBouncer, startPgBouncer } from "@payloom/testkit/pgbouncer"
import { hasPostgres, startPostgres } from "@payloom/testkit/postgres"
import { describe, expect, it, onTestFinished } from "vitest"
import type { PostgresOptions } from "./PostgresOptions.ts"
import { PostgresRewound } from "./PostgresRewound.ts"
import { postgres } from "./postgres.ts"
import { openClient } from "./testing/notes.ts"
import { startFollowed } from "./testing/startFollowed.ts"

const on = hasPostgres ? "" : " (PostgreSQL is not installed here)"

/** The primary waits for no standby, so that one can lack commits. */
const waitsForNone = { waits: false }

interface Opening {
  readonly box: Sandbox
  readonly options: PostgresOptions
  readonly hasWorkers?: boolean
}

/** Opens an engine, until the test is over. Its alerts are collected. */
const open = async ({ box, options, hasWorkers = false }: Opening) => {
  const alerts: Array<unknown> = []
  const payloom = await Payloom.make({
    ...box.setup,
    storage: postgres({ timeoutMs: 2000, ...options }),
    workers: hasWorkers,
    onLog: () => undefined,
    onAlert: ({ event }) => alerts.push([event.type, event.data.object])
  })
  onTestFinished(() => payloom.close())
  return { payloom, alerts }
}

const openShop = async (opening: Opening) => {
  const opened = await open(opening)
  const shop = await opening.box.openShop(opened.payloom)
  const paymentInstrument = await opening.box.saveCard(shop, "approved")
  const order = { amount: 1250n, currency: "EUR", type: "one_off", paymentInstrument } as const
  return {
    ...opened,
    shop,
    pay: (idempotencyKey: string) => shop.payments.create(order, { idempotencyKey })
  }
}

const causeOf = async (work: Promise<unknown>): Promise<unknown> => {
  const failure = await work.then(
    () => null,
    (thrown: unknown) => thrown
  )
  return failure instanceof StorageUnavailable ? failure.cause : failure
}

const causeOfNext = async (pay: () => Promise<unknown>) => {
  // The first ones may find that their connection is gone.
  await expect.poll(() => causeOf(pay())).toBeInstanceOf(PostgresRewound)
}

describe.skipIf(!hasPostgres)(`a failover to a standby that was behind${on}`, () => {
  it("is noticed: nothing is charged until the lost payments are adopted", async () => {
    const server = await startFollowed(waitsForNone)
    const box = sandbox()
    const options = { connection: server.address }
    const { payloom, alerts, shop, pay } = await openShop({ box, options })
    // It commits nothing in the lost time, so it can't know by itself.
    const other = await open({ box, options, hasWorkers: true })
    const kept = await pay("kept")
    await server.fallBehind()
    const lost = await pay("lost")
    await server.promote()
    await causeOfNext(() => pay("later"))
    expect(await causeOf(shop.payments.retrieve(kept.id))).toBeInstanceOf(PostgresRewound)
    expect(alerts).toEqual([
      ["alert.storage_lost", { object: "storage", file: null, database: null, reason: "rewound" }]
    ])
    const otherShop = other.payloom.merchant(shop.scope)
    await expect
      .poll(() => causeOf(otherShop.payments.retrieve(kept.id)))
      .toBeInstanceOf(StorageHeld)
    expect(other.alerts).toEqual([
      ["alert.storage_lost", { object: "storage", file: null, database: null, reason: "held" }]
    ])
    await payloom.close()
    await other.payloom.close()

    const storage = postgres(options)
    await expect(Payloom.make({ ...box.setup, storage })).rejects.toThrow(StorageHeld)
    expect(await Payloom.reconcile({ ...box.setup, storage })).toMatchObject({ isReleased: true })
    const { payloom: again } = await open({ box, options })
    const found = await again.merchant(shop.scope).payments.retrieve(lost.id)
    expect(found).toMatchObject({ status: "succeeded", amount: 1250n })
    expect(await box.audit(again)).toEqual([])
  })

  it.skipIf(installedPgBouncer === null)("is noticed through PgBouncer", async () => {
    const server = await startFollowed(waitsForNone)
    const pooler = await startPgBouncer(server)
    onTestFinished(pooler.stop)
    const options = { connection: pooler.address }
    const { pay, alerts } = await openShop({ box: sandbox(), options })
    await pay("kept")
    await server.fallBehind()
    await pay("lost")
    await server.promote()
    await causeOfNext(() => pay("later"))
    expect(alerts).toHaveLength(1)
  })

  it.skipIf(installedPgBouncer === null)(
    "fails no call through PgBouncer if nothing is lost",
    async () => {
      const server = await startFollowed(waitsForNone)
      const pooler = await startPgBouncer(server)
      onTestFinished(pooler.stop)
      const options = { connection: pooler.address, listen: false }
      const { pay, alerts } = await openShop({ box: sandbox(), options })
      await pay("kept")
      await server.promote()
      expect(await causeOf(pay("later"))).toBeNull()
      expect(alerts).toEqual([])
    }
  )

  it("is no loss if the standby has every acknowledged commit", async () => {
    const server = await startFollowed(waitsForNone)
    const { pay, alerts } = await openShop({
      box: sandbox(),
      options: { connection: server.address }
    })
    await pay("kept")
    await server.promote()
    await expect.poll(() => causeOf(pay("later"))).toBeNull()
    expect(alerts).toEqual([])
  })
})

describe.skipIf(!hasPostgres)(`a server that is started again${on}`, () => {
  const restartedWith = async (
    options: Partial<PostgresOptions>,
    addressOf = async (address: string) => address
  ) => {
    const server = await startPostgres()
    onTestFinished(server.stop)
    const admin = await openClient(server.address)
    await admin.query("CREATE ROLE shop LOGIN")
    await admin.query("GRANT CREATE ON DATABASE postgres TO shop")
    const address = new URL(server.address)
    address.username = "shop"
    const connection = await addressOf(address.href)
    const { pay, alerts, shop } = await openShop({
      box: sandbox(),
      options: { ...options, connection }
    })
    const first = await pay("first")
    for (const how of ["fast", "killed"] as const) {
      await server.restart(how)
      await expect.poll(() => causeOf(pay(how))).toBeNull()
    }
    expect(await shop.payments.retrieve(first.id)).toMatchObject({ status: "succeeded" })
    expect(alerts).toEqual([])
  }

  it("has lost nothing", () => restartedWith({}))

  it("has lost nothing if tenants are separated by row-level security", () =>
    restartedWith({ rowLevelSecurity: true }))

  it("has lost nothing if tables are split by month", () =>
    restartedWith({ partitions: "monthly", rowLevelSecurity: true }))

  it.skipIf(installedPgBouncer === null)("has lost nothing behind PgBouncer", () =>
    restartedWith({ rowLevelSecurity: true }, async (address) => {
      const pooler = await startPgBouncer({ address })
      onTestFinished(pooler.stop)
      return pooler.address
    })
  )

  it("is not another one if somebody emptied its tables", async () => {
    const server = await startPostgres()
    onTestFinished(server.stop)
    const { pay, alerts, shop } = await openShop({
      box: sandbox(),
      options: { connection: server.address }
    })
    await pay("first")
    const admin = await openClient(server.address)
    await admin.query("SET session_replication_role = replica")
    await admin.query("TRUNCATE payloom.events")
    await admin.query(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'payloom'"
    )
    await expect.poll(() => causeOf(pay("second"))).toBeNull()
    expect(await shop.events.list()).toMatchObject({ data: [{ type: "payment.succeeded" }] })
    expect(alerts).toEqual([])
  })
})
