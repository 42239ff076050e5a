import {
  EventCollection,
  type EventRecord,
  PaymentInstrumentCollection,
  type Scope
} from "@payloom/core"
import type { Sandbox } from "@payloom/testkit"
import { Clock, Effect, Option } from "effect"
import { describe, expect, it } from "vitest"
import { openShop } from "./testing/openShop.ts"
import type { Json } from "./testing/shopClient.ts"

const shop = await openShop()
const stranger = await shop.open()
const { scope } = shop.merchant

const run = <A, E>(effect: Effect.Effect<A, E>): Promise<A> =>
  Effect.runPromise(Effect.provideService(effect, Clock.Clock, shop.clock))

const referenceOf = async (id: string): Promise<string> => {
  const found = await run(shop.storage.get(scope, PaymentInstrumentCollection, id))
  return Option.getOrThrow(found).row.card?.vaultReference ?? ""
}

/** Returns the account updater's notifications of a card. */
const notificationsIn = (vaultReference: string, of: Scope = scope) =>
  run(shop.box.notifications.cards({ scope: of, vaultReference }))

const send = ({ body, headers }: Awaited<ReturnType<typeof notificationsIn>>, path = "") =>
  shop.post(`${path}/account_updater/notifications`, body, { headers, bearer: null, key: null })

const reissue = (...[card, becomes]: Parameters<Sandbox["reissue"]>) =>
  run(shop.box.reissue(card, becomes))

const instrument = async (id: string) => (await shop.get(`/payment_instruments/${id}`)).json

/** The events about a card, oldest first. */
const eventsOf = async (id: string): Promise<ReadonlyArray<EventRecord>> => {
  const rows = await run(shop.storage.page(scope, EventCollection, { order: "asc", limit: 500 }))
  return rows.map(({ row }) => row).filter(({ data }) => (data.object as unknown as Json).id === id)
}

describe("the account updater", () => {
  it("reports a new expiry, the saved card gets it, and card.updated shows the instrument", async () => {
    const id = await shop.saveCard("approved")
    const before = await instrument(id)
    await reissue("approved", { expMonth: 3, expYear: 2052 })
    const { status, json } = await send(await notificationsIn(await referenceOf(id)))
    expect([status, json]).toEqual([200, { received: true }])
    const after = await instrument(id)
    const card = { ...(before.card as Json), exp_month: 3, exp_year: 2052 }
    expect(after).toEqual({ ...before, card })
    expect(await eventsOf(id)).toMatchObject([
      {
        type: "card.updated",
        published: true,
        livemode: false,
        data: { object: after, version: 2 }
      }
    ])
  })

  it("reports a new number, so last4, brand and fingerprint change, and the new card is charged", async () => {
    const id = await shop.saveCard("insufficient_funds")
    const before = (await instrument(id)).card as Json
    expect((await shop.pay({ payment_instrument: id })).json.status).toBe("declined")
    await reissue("insufficient_funds", {
      card: "approved_mastercard",
      expMonth: 1,
      expYear: 2050
    })
    await send(await notificationsIn(await referenceOf(id)), "/v1")
    const after = (await instrument(id)).card as Json
    expect(after).toMatchObject({ brand: "mastercard", last4: "4444", exp_year: 2050 })
    expect(after.fingerprint).not.toBe(before.fingerprint)
    expect((await shop.pay({ payment_instrument: id })).json.status).toBe("succeeded")
  })

  it("with the same notification again changes nothing and records no event", async () => {
    const id = await shop.saveCard("approved_debit")
    const reference = await referenceOf(id)
    await reissue("approved_debit", { expMonth: 5, expYear: 2053 })
    const news = await notificationsIn(reference)
    const replies = await Promise.all([1, 2, 3, 4].map(() => send(news)))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    await send(news)
    await send(await notificationsIn(await referenceOf(id)))
    expect(await eventsOf(id)).toHaveLength(1)
  })

  it("with late or reordered notifications leaves the newest card", async () => {
    const id = await shop.saveCard("approved_amex")
    const old = await referenceOf(id)
    await reissue("approved_amex", { expMonth: 1, expYear: 2051 })
    const first = await notificationsIn(old)
    await reissue("approved_amex", { expMonth: 1, expYear: 2054 })
    await send(first)
    expect((await instrument(id)).card).toMatchObject({ exp_year: 2054 })
    await send(first)
    expect((await instrument(id)).card).toMatchObject({ exp_year: 2054 })
    expect(await eventsOf(id)).toHaveLength(1)
  })

  it("changes every saved instrument of the card, each with its event", async () => {
    const ids = [await shop.saveCard("approved_jcb"), await shop.saveCard("approved_jcb")]
    const reference = await referenceOf(ids[0] ?? "")
    await reissue("approved_jcb", { expMonth: 7, expYear: 2055 })
    await send(await notificationsIn(reference))
    for (const id of ids) {
      expect((await instrument(id)).card).toMatchObject({ exp_month: 7, exp_year: 2055 })
      expect(await eventsOf(id)).toHaveLength(1)
    }
  })

  it("leaves a detached instrument unchanged", async () => {
    const id = await shop.saveCard("approved_discover")
    const before = (await shop.post(`/payment_instruments/${id}/detach`)).json
    await reissue("approved_discover", { expMonth: 7, expYear: 2055 })
    expect((await send(await notificationsIn(await referenceOf(id)))).status).toBe(200)
    expect(await instrument(id)).toEqual(before)
    expect(await eventsOf(id)).toEqual([])
  })

  it("changes nothing for cards that are unchanged, unknown, or another account's", async () => {
    const id = await shop.saveCard("approved_germany")
    const before = await instrument(id)
    const reference = await referenceOf(id)
    await send(await notificationsIn(reference))
    await send(await notificationsIn("unknown"))
    await reissue("approved_germany", { expMonth: 7, expYear: 2055 })
    expect((await send(await notificationsIn(reference, stranger.merchant.scope))).status).toBe(200)
    expect(await instrument(id)).toEqual(before)
    expect(await eventsOf(id)).toEqual([])
  })

  it("has to sign its notifications, which are otherwise 401 signature_invalid and change nothing", async () => {
    const id = await shop.saveCard("fraud")
    await reissue("fraud", { expMonth: 7, expYear: 2055 })
    const news = await notificationsIn(await referenceOf(id))
    const elsewhere = { ...news, body: news.body.replace("test", "live") }
    for (const forged of [elsewhere, { ...news, headers: {} }]) {
      const { status, error } = await send(forged)
      expect([status, error.code]).toEqual([401, "signature_invalid"])
    }
    expect(await eventsOf(id)).toEqual([])
  })
})
