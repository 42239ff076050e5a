import { postgres } from "@payloom/adapter-postgres"
import { cells, repairCells } from "@payloom/cells"
import { Payloom } from "@payloom/core"
import { memory, sandbox } from "@payloom/testkit"
import {
  hasPostgres,
  postgresProxy,
  startArchivingPostgres,
  startReplicatedPostgres
} from "@payloom/testkit/postgres"
import { Effect } from "effect"
import { describe, expect, it, onTestFinished } from "vitest"
import { consumeNew } from "../testing/filledStore.ts"

/** Opens cells of which `b` is on a server. New tenants get `b`. */
const openCells = () => {
  const box = sandbox()
  const others = { directory: memory(), a: memory() }
  const storagesAt = (connection: string) => ({
    directory: others.directory,
    cells: { a: others.a, b: postgres({ connection, timeoutMs: 2000 }) },
    placeTenant: () => "b"
  })
  const setupAt = (connection: string) => ({
    ...box.setup,
    storage: cells(storagesAt(connection)),
    workers: false,
    onLog: () => undefined
  })
  return { box, storagesAt, setupAt }
}

const pause = (ms: number) => new Promise((next) => setTimeout(next, ms))

describe.skipIf(!hasPostgres)("a cell on a server that is restored to a point in time", () => {
  it("is repaired and reconciled, and its consumers miss no event", async () => {
    const { box, storagesAt, setupAt } = openCells()
    const server = await startArchivingPostgres()
    onTestFinished(server.stop)
    const payloom = await Payloom.make(setupAt(server.address))
    const shop = await box.openShop(payloom)
    const paymentInstrument = await box.saveCard(shop, "approved")
    const declined = await box.saveCard(shop, "insufficient_funds")
    const payOn = (on: Payloom, card: string, key: string) =>
      on
        .merchant(shop.scope)
        .payments.create(
          { amount: 1250n, currency: "EUR", type: "one_off", paymentInstrument: card },
          { idempotencyKey: key }
        )
    await payOn(payloom, paymentInstrument, "before")
    const backup = await server.backUp()
    await pause(50)
    const until = new Date()
    await pause(50)
    for (let nth = 0; nth < 40; nth++) await payOn(payloom, declined, `declined ${nth}`)
    const seen = new Set(await consumeNew(payloom))
    await payloom.close()
    await server.lose()

    const address = await backup.recover(until)
    const restored = { cell: "b", to: until.getTime() }
    const repaired = await Effect.runPromise(repairCells(storagesAt(address), { restored }))
    expect(repaired).toMatchObject({ tenants: 1, lost: [], ambiguous: [], isHeld: true })
    expect(repaired.positions).toBeGreaterThan(0)
    await expect(Payloom.make(setupAt(address))).rejects.toMatchObject({ _tag: "StorageHeld" })
    expect(await Payloom.reconcile(setupAt(address))).toMatchObject({ isReleased: true })
    const again = await Payloom.make(setupAt(address))
    onTestFinished(() => again.close())
    const next = await payOn(again, paymentInstrument, "new")
    const { data } = await again.merchant(shop.scope).events.list({ limit: 100 })
    const ofNext = data.filter((event) => JSON.stringify(event.data).includes(next.id))
    expect(ofNext.length).toBeGreaterThan(0)
    const fresh = (await consumeNew(again)).filter((id) => !seen.has(id))
    expect(fresh).toEqual(expect.arrayContaining(ofNext.map(({ id }) => id)))
    expect(await box.audit(again)).toEqual([])
  })
})

describe.skipIf(!hasPostgres)(
  "a cell whose server failed over to a standby that was behind",
  () => {
    it("is noticed, and is repaired and reconciled", async () => {
      const { box, storagesAt, setupAt } = openCells()
      const server = await startReplicatedPostgres({}, { waits: false })
      onTestFinished(server.stop)
      const { address, stop } = await postgresProxy(server)
      onTestFinished(stop)
      const alerts: Array<unknown> = []
      const payloom = await Payloom.make({
        ...setupAt(address),
        onAlert: ({ event }) => alerts.push(event.data.object)
      })
      const shop = await box.openShop(payloom)
      const paymentInstrument = await box.saveCard(shop, "approved")
      const order = { amount: 1250n, currency: "EUR", type: "one_off", paymentInstrument } as const
      const pay = (idempotencyKey: string) => shop.payments.create(order, { idempotencyKey })
      await pay("kept")
      await pause(50)
      const to = Date.now()
      await server.fallBehind()
      const lost = await pay("lost")
      await server.promote()
      await expect
        .poll(() => pay("later").catch((error: unknown) => Object(error).cause), {
          timeout: 20_000
        })
        .toMatchObject({ _tag: "PostgresRewound" })
      expect(alerts).toEqual([{ object: "storage", file: null, database: "b", reason: "rewound" }])
      const start = () => Payloom.make(setupAt(address))
      await expect
        .poll(() =>
          start().then(
            (opened) => opened.close(),
            (error: unknown) => error
          )
        )
        .toMatchObject({ _tag: "StorageHeld" })
      await payloom.close()

      const repaired = await Effect.runPromise(
        repairCells(storagesAt(address), { restored: { cell: "b", to } })
      )
      expect(repaired).toMatchObject({ tenants: 1, lost: [], ambiguous: [], isHeld: true })
      expect(await Payloom.reconcile(setupAt(address))).toMatchObject({ isReleased: true })
      const again = await start()
      onTestFinished(() => again.close())
      const found = await again.merchant(shop.scope).payments.retrieve(lost.id)
      expect(found).toMatchObject({ status: "succeeded", amount: 1250n })
      expect(await box.audit(again)).toEqual([])
    })
  }
)
