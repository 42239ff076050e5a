import { describe, expect, it } from "vitest"
import type { CommitFault } from "../faults/mortalStorage.ts"
import { lookupThat } from "../sandbox/conduct.ts"
import { auditedShops } from "./testing/auditedShops.ts"
import { day, hour, minute, type Shop } from "./testing/openShop.ts"

const open = auditedShops()

const input = async (shop: Shop) => ({
  amount: 1250n,
  currency: "EUR",
  type: "one_off" as const,
  paymentInstrument: await shop.saveCard("approved")
})

/** Pays with key `order`. The process dies at its n-th commit. */
const dieAt = async (shop: Shop, commit: number, fault: CommitFault) => {
  const given = await input(shop)
  shop.process().mortal.meet((number) => (number === commit ? fault : undefined))
  await shop.untilDead(shop.shop().payments.create(given, { idempotencyKey: "order" }))
  await shop.restart()
}

/** Sends the same request again. */
const again = async (shop: Shop) =>
  shop.until(shop.shop().payments.create(await input(shop), { idempotencyKey: "order" }))

const charged = async (shop: Shop) => (await shop.run(shop.box.bank.charges())).length

describe("a process that dies", () => {
  it("before the first commit leaves nothing behind, and the request begins anew", async () => {
    const shop = await open()
    await dieAt(shop, 1, "dies_before")
    expect((await shop.shop().payments.list({})).data).toEqual([])
    expect((await again(shop)).status).toBe("succeeded")
    expect(await charged(shop)).toBe(1)
  })

  it("before the call leaves a payment that fails when a charge can no longer appear", async () => {
    const shop = await open()
    await dieAt(shop, 1, "dies_after")
    await expect(again(shop)).rejects.toMatchObject({ _tag: "IdempotencyKeyInFlight" })
    await shop.elapse(hour)
    const answer = await again(shop)
    expect(answer.status).toBe("processing")
    expect((await shop.shop().payments.retrieve(answer.id)).status).toBe("failed")
    expect(await charged(shop)).toBe(0)
  })

  it("after the call and before its commit leaves a charge that recovery finds", async () => {
    const shop = await open()
    await dieAt(shop, 2, "dies_before")
    await expect(again(shop)).rejects.toMatchObject({ _tag: "IdempotencyKeyInFlight" })
    expect(await shop.events()).toEqual([])
    await shop.elapse(minute)
    const answer = await again(shop)
    expect(answer).toMatchObject({ status: "succeeded", amountCaptured: 1250n })
    expect(await shop.shop().payments.retrieve(answer.id)).toEqual(answer)
    expect(await charged(shop)).toBe(1)
  })

  it("after the last commit has completed the payment, although the caller got no answer", async () => {
    const shop = await open()
    await dieAt(shop, 2, "dies_after")
    expect((await again(shop)).status).toBe("succeeded")
    expect(await charged(shop)).toBe(1)
  })

  it("before a call that is repeated under its reference charges once", async () => {
    const shop = await open({ providers: [{ capabilities: { lookup: false } }] })
    await dieAt(shop, 1, "dies_after")
    await shop.elapse(minute)
    expect((await again(shop)).status).toBe("succeeded")
    expect(await charged(shop)).toBe(1)
  })

  it("while a payer is awaited leaves no charge that could still be made", async () => {
    const shop = await open()
    const given = {
      ...(await input(shop)),
      paymentInstrument: await shop.saveCard("authentication_required")
    }
    shop.process().mortal.meet((commit) => (commit === 2 ? "dies_before" : undefined))
    await shop.untilDead(shop.shop().payments.create(given, { idempotencyKey: "asks" }))
    await shop.restart()
    await shop.elapse(hour)
    const [payment] = (await shop.shop().payments.list({})).data
    expect(payment?.status).toBe("declined")
    expect(await shop.run(shop.box.bank.charges())).toMatchObject([{ state: "declined" }])
  })
})

describe("a store that doesn't answer", () => {
  it("after it wrote the result lets the key return the result", async () => {
    const shop = await open()
    await input(shop)
    shop.process().mortal.meet((commit) => (commit === 2 ? "unavailable_after" : undefined))
    await expect(again(shop)).rejects.toMatchObject({ _tag: "StorageUnavailable" })
    expect((await again(shop)).status).toBe("succeeded")
    expect(await charged(shop)).toBe(1)
  })

  it("before it wrote the result leaves the charge to recovery", async () => {
    const shop = await open()
    await input(shop)
    shop.process().mortal.meet((commit) => (commit === 2 ? "unavailable_before" : undefined))
    await expect(again(shop)).rejects.toMatchObject({ _tag: "StorageUnavailable" })
    await shop.elapse(minute)
    expect((await again(shop)).status).toBe("succeeded")
    expect(await charged(shop)).toBe(1)
  })

  it("to the first commit prevents the charge", async () => {
    const shop = await open()
    await input(shop)
    shop.process().mortal.meet((commit) => (commit === 1 ? "unavailable_after" : undefined))
    await expect(again(shop)).rejects.toMatchObject({ _tag: "StorageUnavailable" })
    await shop.elapse(hour)
    const answer = await again(shop)
    expect(answer.status).toBe("processing")
    expect((await shop.shop().payments.retrieve(answer.id)).status).toBe("failed")
    expect(await charged(shop)).toBe(0)
  })
})

describe("an idempotency key that is a day old", () => {
  it("begins anew, and a late recovery of its first use does not answer its second use", async () => {
    const shop = await open()
    shop.box.script.lookup(lookupThat.isUnavailable(), { times: Number.POSITIVE_INFINITY })
    await dieAt(shop, 2, "dies_before")
    await shop.elapse(day + minute)
    const second = await again(shop)
    expect(second.status).toBe("succeeded")
    shop.box.script.clear()
    await shop.elapse(2 * day)
    const [newer, older] = (await shop.shop().payments.list({})).data
    expect([newer?.id, newer?.status, older?.status]).toEqual([second.id, "succeeded", "succeeded"])
    expect(newer?.id).not.toBe(older?.id)
  })

  it("still answers a minute before", async () => {
    const shop = await open()
    const first = await again(shop)
    await shop.elapse(day - minute)
    expect(await again(shop)).toEqual(first)
    await shop.elapse(minute)
    expect((await again(shop)).id).not.toBe(first.id)
  })

  it("is not answered by the recovery of an older use while it is in flight again", async () => {
    const shop = await open()
    await dieAt(shop, 1, "dies_after")
    shop.box.script.lookup(lookupThat.isUnavailable(), { times: Number.POSITIVE_INFINITY })
    await shop.elapse(day + minute)
    await dieAt(shop, 1, "dies_after")
    shop.box.script.clear()
    const [newer, older] = (await shop.shop().payments.list({})).data
    await shop.shop().payments.resolveAttempt(older?.attempts[0] ?? "", { _tag: "NotCharged" })
    await expect(again(shop)).rejects.toMatchObject({ _tag: "IdempotencyKeyInFlight" })
    await shop.elapse(hour)
    expect((await again(shop)).id).toBe(newer?.id)
  })
})

describe("a capture, void or refund in a process that dies", () => {
  const points: ReadonlyArray<readonly [string, number, CommitFault]> = [
    ["before its first commit", 1, "dies_before"],
    ["after its first commit and before the call", 1, "dies_after"],
    ["after the call", 2, "dies_before"],
    ["after the result was written", 2, "dies_after"]
  ]

  it.each(points)("is carried out once, dying %s", async (_, commit, fault) => {
    for (const kind of ["capture", "void", "refund"] as const) {
      const shop = await open()
      const manual = kind === "refund" ? {} : { captureMethod: "manual" as const }
      const payment = await shop.pay("approved", manual)
      await shop.shop().payments[kind](payment.id, {}, { idempotencyKey: kind })
      shop.process().mortal.meet((number) => (number === commit ? fault : undefined))
      await shop.untilDead(shop.process().payloom.runDue())
      await shop.restart()
      await shop.elapse(hour)
      const done = await shop.run(shop.box.bank.modifications())
      expect(done.map(({ state }) => state)).toEqual(["succeeded"])
      const status = { capture: "succeeded", void: "voided", refund: "refunded" }[kind]
      expect((await shop.shop().payments.retrieve(payment.id)).status).toBe(status)
    }
  })
})
