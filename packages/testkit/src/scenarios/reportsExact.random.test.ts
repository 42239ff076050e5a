import {
  type Collection,
  ConsumerPartCollection,
  ReportedPaymentCollection,
  type Row,
  update
} from "@payloom/core"
import fc from "fast-check"
import { afterEach, describe, expect, it } from "vitest"
import { everyRow } from "../audit/everyRow.ts"
import type { Process } from "./testing/ground.ts"
import { openShop, type Shop, second } from "./testing/openShop.ts"
import { report, reportFindings } from "./testing/reportsOf.ts"
import { runsOf } from "./testing/runsOf.ts"
import {
  comeToRest,
  type Happening,
  happen,
  happening,
  prepareCards
} from "./testing/simulation.ts"

const opened: Array<Process> = []
afterEach(async () => {
  for (const { payloom, mortal } of opened.splice(0)) if (!mortal.isDead()) await payloom.close()
})

const deployment = { tenant: "deployment", mode: "live" } as const
const lives = fc.array(happening, { minLength: 4, maxLength: 24, size: "max" })
const runs = (numRuns: number) => ({ numRuns: runsOf(numRuns), seed: 20_261_126 })

/** Runs the steps. Each process keeps the reports from its start on. */
const liveReported = async (happenings: ReadonlyArray<Happening>) => {
  const shop = await openShop({ seed: "reports" })
  await prepareCards(shop, happenings)
  let reporting: Process | null = null
  for (const what of happenings) {
    if (reporting !== shop.process()) await shop.process().payloom.reporting.run()
    reporting = shop.process()
    await happen(shop, what)
  }
  await comeToRest(shop)
  if (reporting !== shop.process()) await shop.process().payloom.reporting.run()
  await shop.elapse(second)
  return shop
}

const rowsOf = <R extends Row>(shop: Shop, of: Collection<R>) =>
  shop.run(everyRow(shop.storage, shop.shop().scope, of))

/** Makes all events come again. */
const rewind = async (shop: Shop) => {
  const parts = await shop.run(
    shop.storage.page(deployment, ConsumerPartCollection, { order: "asc", limit: 16 })
  )
  await shop.run(
    shop.storage.commit(
      parts.map((part) => update(ConsumerPartCollection, part, { ...part.row, position: null }))
    )
  )
}

describe("the figures and the reported payments", () => {
  it("are exact after any steps, faults and killed processes", () =>
    fc.assert(
      fc.asyncProperty(lives, async (happenings) => {
        const shop = await liveReported(happenings)
        expect(await reportFindings(shop)).toEqual([])
      }),
      runs(100)
    ))

  it("stay the same if all events come again", () =>
    fc.assert(
      fc.asyncProperty(lives, async (happenings) => {
        const shop = await liveReported(happenings)
        const before = await rowsOf(shop, ReportedPaymentCollection)
        await rewind(shop)
        await shop.elapse(second)
        expect(await rowsOf(shop, ReportedPaymentCollection)).toEqual(before)
        expect(await reportFindings(shop)).toEqual([])
      }),
      runs(30)
    ))

  it("are the same if the reports begin after all payments", () =>
    fc.assert(
      fc.asyncProperty(lives, async (happenings) => {
        const shop = await openShop({ seed: "reports" })
        await prepareCards(shop, happenings)
        for (const what of happenings) await happen(shop, what)
        await comeToRest(shop)
        await report(shop)
        expect(await reportFindings(shop)).toEqual([])
      }),
      runs(30)
    ))

  it("are exact if two processes keep them", async () => {
    const shop = await openShop({ workers: true })
    const other = await shop.start()
    opened.push(shop.process(), other)
    await shop.process().payloom.reporting.run()
    await other.payloom.reporting.run()
    const paid: Array<string> = []
    for (let nth = 0; nth < 30; nth += 1) paid.push((await shop.pay("approved")).id)
    await shop.clock.advance(5 * second)
    for (const id of paid.slice(0, 15)) {
      await other.merchant.payments.refund(id, { amount: 100n }, { idempotencyKey: `r ${id}` })
    }
    await shop.clock.advance(5 * second)
    expect(await rowsOf(shop, ReportedPaymentCollection)).toHaveLength(30)
    expect(await reportFindings(shop)).toEqual([])
  })
})
