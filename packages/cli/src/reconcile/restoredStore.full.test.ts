import { sqlite } from "@payloom/adapter-sqlite"
import { ModificationCollection, Payloom } from "@payloom/core"
import { chargeThat, everyRow } from "@payloom/testkit"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { findingsOf, newKey, openRestoredShop } from "../testing/restoring.ts"

const day = 86_400_000

describe("a restored store", () => {
  it("lets no payer pay a session again that was paid after the backup", async () => {
    const { box, shop, ...store } = await openRestoredShop()
    const { scope } = shop()
    const { secret: publishableKey } = await store
      .payloom()
      .tenants.createApiKey(scope, "publishable")
    const session = await shop().checkout.create({ amount: 1250n, currency: "EUR" }, newKey())
    const credentials = { publishableKey, sessionToken: session.sessionToken ?? "" }
    await store.backUp()
    const ciphertext = await box.encryptCard("approved")
    const paid = await store.clock.until(
      store.payloom().payer(credentials).confirm({ method: "card", card: { ciphertext } })
    )
    expect(paid.status).toBe("succeeded")
    const { payment } = await shop().checkout.retrieve(session.id)
    await store.restore()
    expect(findingsOf(await store.reconcile())).toEqual(["adopted captured 1250 booked"])
    await store.start()
    const after = await shop().checkout.retrieve(session.id)
    expect([after.status, after.payment]).toEqual(["succeeded", payment])
    expect(await box.audit(store.payloom())).toEqual([])
    await store.close()
  })

  it("settles attempts and refunds that were in flight, and sends nothing twice", async () => {
    const { box, shop, pay, ...store } = await openRestoredShop()
    const card = await box.saveCard(shop(), "approved")
    const { id } = await pay(card)
    box.script.charge(chargeThat.throwsAfterCharging())
    const lost = await pay(card, { amount: 700n })
    expect(lost.status).toBe("processing")
    await shop().payments.refund(id, { amount: 400n }, newKey())
    await store.backUp()
    const rows = await Effect.runPromise(
      everyRow(store.payloom().services.storage, shop().scope, ModificationCollection)
    )
    expect(rows).toHaveLength(1)
    await store.clock.elapse(2 * day, store.payloom())
    await store.restore()
    const report = await store.reconcile()
    expect(report.isReleased).toBe(true)
    expect(findingsOf(report)).toContain("settled captured 700 booked")
    await store.start()
    await store.payloom().runDue()
    expect(await Effect.runPromise(box.bank.doubled())).toEqual([])
    expect(await box.audit(store.payloom())).toEqual([])
    await store.close()
  })

  it("reports an attempt in flight once, whatever its provider knows of it", async () => {
    const { box, shop, pay, ...store } = await openRestoredShop()
    const card = await box.saveCard(shop(), "approved")
    box.script.charge(chargeThat.throws())
    box.script.charge(chargeThat.throwsAfterCharging())
    await pay(card, { amount: 500n })
    await pay(card, { amount: 700n })
    await store.backUp()
    await store.restore()
    const expected = ["settled absent 500", "settled captured 700"]
    const preview = await store.reconcile({ reportOnly: true })
    expect(findingsOf(preview)).toEqual(expected.map((finding) => `${finding} open`))
    const report = await store.reconcile()
    expect(findingsOf(report)).toEqual(expected.map((finding) => `${finding} booked`))
    expect(report.booked).toBe(2)
  })

  it("stays held while an account can't list its charges, until a person accepts that", async () => {
    const store = await openRestoredShop({ providers: [{ capabilities: { lookup: false } }] })
    const card = await store.box.saveCard(store.shop(), "approved")
    await store.pay(card)
    await store.backUp()
    await store.restore()
    const report = await store.reconcile()
    expect(report.isReleased).toBe(false)
    expect(report.accounts[0]?.problems).toEqual([
      "sandbox can't list its charges: compare the time since the backup in its dashboard."
    ])
    await expect(store.start()).rejects.toMatchObject({ _tag: "StorageHeld" })
    expect((await store.reconcile({ acceptRest: true })).isReleased).toBe(true)
    await store.start()
    await store.close()
  })

  it("gets a later attempt of a payment that was declined before the backup", async () => {
    const { box, shop, ...store } = await openRestoredShop()
    const { scope } = shop()
    const { secret: publishableKey } = await store
      .payloom()
      .tenants.createApiKey(scope, "publishable")
    const session = await shop().checkout.create({ amount: 1250n, currency: "EUR" }, newKey())
    const credentials = { publishableKey, sessionToken: session.sessionToken ?? "" }
    const confirm = async (card: "approved" | "insufficient_funds") => {
      const ciphertext = await box.encryptCard(card)
      const payer = store.payloom().payer(credentials)
      return store.clock.until(payer.confirm({ method: "card", card: { ciphertext } }))
    }
    await confirm("insufficient_funds")
    await store.backUp()
    expect((await confirm("approved")).status).toBe("succeeded")
    await store.restore()
    expect(findingsOf(await store.reconcile())).toEqual(["adopted captured 1250 booked"])
    await store.start()
    const { payment } = await shop().checkout.retrieve(session.id)
    expect((await shop().payments.retrieve(payment ?? "")).attempts).toHaveLength(2)
    expect(await box.audit(store.payloom())).toEqual([])
    await store.close()
  })

  it("gets a charge that is pending, and settles it when its provider does", async () => {
    const { box, shop, pay, ...store } = await openRestoredShop()
    const card = await box.saveCard(shop(), "approved")
    await store.backUp()
    box.script.charge(chargeThat.settles(3 * day))
    const { id } = await pay(card)
    await store.restore()
    expect(findingsOf(await store.reconcile())).toEqual(["adopted pending 1250 booked"])
    await store.start()
    expect((await shop().payments.retrieve(id)).status).toBe("processing")
    await store.clock.elapse(4 * day, store.payloom())
    expect((await shop().payments.retrieve(id)).status).toBe("succeeded")
    expect(await box.audit(store.payloom())).toEqual([])
    await store.close()
  })

  it("has nobody pay a charge that waited for a payer after the backup", async () => {
    const { box, shop, ...store } = await openRestoredShop()
    const { scope } = shop()
    const { tenants } = store.payloom()
    await tenants.updateAccount(scope, { returnOrigins: ["https://shop.example"] })
    const { secret: publishableKey } = await tenants.createApiKey(scope, "publishable")
    const session = await shop().checkout.create({ amount: 1250n, currency: "EUR" }, newKey())
    const credentials = { publishableKey, sessionToken: session.sessionToken ?? "" }
    await store.backUp()
    const payer = store.payloom().payer(credentials)
    const returnUrl = "https://shop.example/back"
    await store.clock.until(
      payer.confirm({ method: "apm", apm: { type: "sandbox_bank" }, returnUrl })
    )
    await store.restore()
    expect(findingsOf(await store.reconcile())).toEqual(["adopted requires_action 1250 booked"])
    await store.start()
    await store.clock.elapse(day, store.payloom())
    const states = (await Effect.runPromise(box.bank.charges())).map(({ state }) => state)
    expect(states).toEqual(["declined"])
    expect(await box.audit(store.payloom())).toEqual([])
    await store.close()
  })

  it("gets nothing of another store that uses the same account", async () => {
    const { box, ...store } = await openRestoredShop()
    const other = await Payloom.make({
      ...box.setup,
      clock: store.clock,
      storage: sqlite(":memory:"),
      workers: false
    })
    const theirs = await box.openShop(other)
    await store.backUp()
    const paymentInstrument = await box.saveCard(theirs, "approved")
    await theirs.payments.create(
      { amount: 1250n, currency: "EUR", type: "one_off", paymentInstrument },
      newKey()
    )
    await other.close()
    await store.restore()
    const report = await store.reconcile()
    expect([findingsOf(report), report.isReleased]).toEqual([[], true])
  })
})
