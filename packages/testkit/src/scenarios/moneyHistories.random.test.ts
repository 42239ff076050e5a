import { ModificationCollection, PaymentCollection, type PaymentProvider } from "@payloom/core"
import { Effect, Option } from "effect"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { sandboxAccounts } from "../sandbox/sandboxAccounts.ts"
import type { SandboxProviderOptions } from "../sandbox/sandboxCapabilities.ts"
import { bankReport } from "./testing/bankReport.ts"
import {
  happenToMoney,
  hear,
  type MoneyHappening,
  moneyHappening
} from "./testing/moneyHistories.ts"
import { day, openShop, type Shop } from "./testing/openShop.ts"
import { runsOf } from "./testing/runsOf.ts"
import { balances, reconcile } from "./testing/settlementReport.ts"

// For other histories: SIMULATION_SEED=7 SIMULATION_TIMES=20 npx vitest run
// …/moneyHistories.test.ts
const seed = Number(process.env.SIMULATION_SEED ?? 20_261_125)
const times = Number(process.env.SIMULATION_TIMES ?? 1)
const runs = (numRuns: number) => ({ numRuns: runsOf(numRuns * times), seed })
const histories = fc.array(moneyHappening, { minLength: 4, maxLength: 22, size: "max" })

/** Opens a shop, and records errors of refunds when each is first sent. */
const watchedShop = async (provider: SandboxProviderOptions) => {
  const found: Array<string> = []
  const watched: { shop?: Shop } = {}
  const watching = (inner: PaymentProvider): PaymentProvider => ({
    ...inner,
    refund: (request) =>
      Effect.andThen(
        Effect.promise(async () => {
          if (watched.shop === undefined) return
          found.push(...(await sentWrongly(watched.shop, request.reference)))
        }),
        inner.refund(request)
      )
  })
  const shop = await openShop({
    providers: [provider],
    accounts: [sandboxAccounts.primary],
    adapted: watching
  })
  watched.shop = shop
  return { shop, found }
}

/** A refund that its provider already has may only be looked up. */
const sentWrongly = async (shop: Shop, reference: string): Promise<ReadonlyArray<string>> => {
  const { scope } = shop.shop()
  const sent = await shop.run(shop.storage.get(scope, ModificationCollection, reference))
  const { row } = Option.getOrThrow(sent)
  if (row.providerReference !== null) return []
  const paid = await shop.run(shop.storage.get(scope, PaymentCollection, row.payment))
  const { amountReserved, amountDisputed, amountCaptured, unbooked } = Option.getOrThrow(paid).row
  const isTooMuch = amountReserved + amountDisputed > amountCaptured
  return [
    ...(unbooked === undefined ? [] : [`${row.purpose} sent while a notification is kept`]),
    ...(isTooMuch && row.purpose === "merchant" ? ["more is refunded than is left"] : [])
  ]
}

/** Lets time pass, and has the bank report everything. */
const comeToRest = async (shop: Shop): Promise<void> => {
  for (const days of [12, 2, 2]) {
    await shop.elapse(days * day)
    await hear(shop, true)
  }
  await shop.elapse(day)
}

/** If a provider has no lookups, it never reports a call that was lost on its way. */
const heardOf = (what: MoneyHappening): MoneyHappening =>
  what._tag === "Modify" && what.how === "lost" ? { ...what, how: "unsent" } : what

const holds = async (
  provider: SandboxProviderOptions,
  happenings: ReadonlyArray<MoneyHappening>
): Promise<void> => {
  const { shop, found } = await watchedShop(provider)
  await shop.saveCard("approved")
  for (const what of happenings) await happenToMoney(shop, what)
  await comeToRest(shop)
  expect(found).toEqual([])
  const paidTwice = /more is refunded than was captured/
  expect((await shop.audit()).filter((finding) => !paidTwice.test(finding))).toEqual([])
  // If a charge is reported as refunded before its refund, the notification is stored with an
  // alert.
  const kept = (await shop.shop().notifications.list({ status: "kept" })).data
  expect(kept.filter(({ state }) => state !== "refunded")).toEqual([])
  const report = await bankReport(shop)
  for (const isFirst of [true, false]) {
    const { matched, ...others } = await reconcile(shop, report)
    expect(Object.values(others)).toEqual([[], [], [], [], []])
    expect(matched.map(({ booked }) => booked)).toEqual(report.map(() => isFirst))
  }
  expect((await balances(shop)).provider_receivable ?? 0n).toBe(0n)
}

describe("after any history of a shop's money", () => {
  const rule = "the books agree with the bank's report, to the cent"

  it(`${rule}`, () =>
    fc.assert(
      fc.asyncProperty(histories, (happenings) => holds({}, happenings)),
      runs(80)
    ))

  it(`${rule}, also if its provider can't be asked and notifies`, () =>
    fc.assert(
      fc.asyncProperty(histories, (happenings) =>
        holds({ capabilities: { lookup: false, notifications: true } }, happenings.map(heardOf))
      ),
      runs(60)
    ))
})
