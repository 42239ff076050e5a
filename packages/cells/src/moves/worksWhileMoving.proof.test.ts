import { Payloom, type WebhookSenderPort } from "@payloom/core"
import { manualClock, sandbox } from "@payloom/testkit"
import { Clock, Effect } from "effect"
import { expect, it, onTestFinished } from "vitest"
import { cells } from "../cells.ts"
import { cellName, memoryStores, onStores } from "../testing/openTestCells.ts"
import { moveTenant } from "./moveTenant.ts"

const minuteMs = 60_000
const dayMs = 1440 * minuteMs

/** A sender of webhooks that keeps the ids of the events that it sent. */
const keepingSender = () => {
  const sent: Array<string> = []
  const port: WebhookSenderPort = {
    send: ({ body }) =>
      Effect.sync(() => {
        sent.push(JSON.parse(body).id)
        return { _tag: "Answered", status: 204, excerpt: "" }
      }),
    refusal: () => Effect.succeed(null)
  }
  return { port, sent }
}

it("renewals, webhooks and consumers continue while their shop moves, and nothing is charged twice", async () => {
  const storages = onStores(memoryStores(2), () => cellName(0))
  const box = sandbox()
  const clock = manualClock(Date.now())
  const { port, sent } = keepingSender()
  const payloom = await Payloom.make({
    ...box.setup,
    clock,
    storage: cells(storages),
    webhooks: port,
    workers: false
  })
  onTestFinished(() => payloom.close())
  const shop = await box.openShop(payloom)
  const { tenant } = shop.scope
  await shop.webhooks.create({ url: "https://hooks.example/" })
  const consumed: Array<string> = []
  await payloom.events.consume("all", ({ id }) => void consumed.push(id), { from: "beginning" })
  const paymentInstrument = await box.saveCard(shop, "approved")
  const { customer } = await shop.paymentInstruments.retrieve(paymentInstrument)
  const subscriptions: Array<string> = []
  const count = 40
  for (let nth = 0; nth < count; nth++) {
    const interval = { unit: "month", count: 1 } as const
    const terms = { amount: 900n, currency: "EUR", interval, trialDays: 1 }
    const { id } = await shop.subscriptions.create(
      { customer, paymentInstrument, ...terms },
      { idempotencyKey: `subscription ${nth}` }
    )
    subscriptions.push(id)
    await clock.elapse(minuteMs, payloom)
  }
  await clock.elapse(dayMs - count * minuteMs, payloom)
  let isMoving = true
  const moving = (async () => {
    for (const to of [1, 0]) {
      const move = moveTenant(storages, { tenant, to: cellName(to) })
      await Effect.runPromise(Effect.provideService(move, Clock.Clock, clock))
    }
    isMoving = false
  })()
  let renewals = 0
  for (let minutes = 0; isMoving || minutes < count + 1; minutes++) {
    await clock.elapse(minuteMs, payloom)
    if (isMoving && minutes < count) renewals += 1
    await new Promise((resolve) => setTimeout(resolve, 30))
  }
  await moving
  expect(renewals).toBeGreaterThan(0)
  await clock.elapse(10 * minuteMs, payloom)
  for (const id of subscriptions) {
    const { data } = await shop.subscriptions.listCycles(id)
    expect(data.find(({ sequence }) => sequence === 1)).toMatchObject({
      status: "paid",
      attemptCount: 1
    })
  }
  const stored: Array<string> = []
  for await (const { id } of shop.events.iterate({ limit: 100 })) stored.push(id)
  expect([...new Set(sent)].sort()).toEqual(stored.toSorted())
  expect([...new Set(consumed)].sort()).toEqual(expect.arrayContaining(stored.toSorted()))
  expect(await box.audit(payloom)).toEqual([])
})
