import { DisputeCollection, type DisputeEvidence, type PaymentProvider } from "@payloom/core"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { everyRow } from "../audit/everyRow.ts"
import { settled } from "../clock/manualClock.ts"
import { auditedShops } from "./testing/auditedShops.ts"
import { type Shop, second } from "./testing/openShop.ts"

const audited = auditedShops()

const text = "Ada Lovelace signed for the parcel."
const evidence = { texts: { explanation: text } }
const receipt = {
  field: "receipt",
  name: "ada-lovelace.pdf",
  type: "application/pdf",
  data: new TextEncoder().encode("%PDF-1.7")
} as const

/** Opens a shop with a disputed payment. `change` replaces parts of the provider's evidence. */
const open = async (
  change: (own: DisputeEvidence) => Partial<DisputeEvidence> | null = () => ({})
) => {
  const shop = await audited({
    adapted: (provider: PaymentProvider): PaymentProvider => {
      const { evidence: own, ...rest } = provider
      const changes = own === undefined ? null : change(own)
      return own === undefined || changes === null
        ? rest
        : { ...rest, evidence: { ...own, ...changes } }
    }
  })
  const payment = await shop.pay("approved")
  await shop.run(shop.box.dispute(payment))
  const notify = () => shop.until(shop.box.notify(shop.process().payloom))
  await notify()
  const [dispute] = (await shop.shop().disputes.list()).data
  const id = dispute?.id ?? ""
  const disputes = () => shop.shop().disputes
  return {
    shop,
    id,
    payment,
    notify,
    submit: (input: Parameters<ReturnType<typeof disputes>["submitEvidence"]>[1] = evidence) =>
      shop.until(disputes().submitEvidence(id, input)),
    forms: () => shop.until(disputes().evidence(id)),
    stage: async () => (await disputes().retrieve(id)).stage,
    times: async () => {
      const [row] = await shop.run(everyRow(shop.storage, shop.shop().scope, DisputeCollection))
      return shop.run(shop.box.bank.timesSubmitted(row?.providerReference ?? ""))
    }
  }
}

const logged = (shop: Shop): string => JSON.stringify(shop.logged)

describe("evidence against a dispute", () => {
  it("is submitted by the form of the provider, and its notification changes the stage", async () => {
    const { forms, submit, stage, notify, times, id } = await open()
    expect(await forms()).toMatchObject({
      status: "open",
      last: null,
      forms: [{ reason: "general" }]
    })
    expect(await submit({ ...evidence, files: [receipt] })).toEqual({
      object: "evidence_submission",
      dispute: id,
      status: "submitted",
      rawCode: null,
      reason: null
    })
    expect(await stage()).toBe("chargeback_received")
    await notify()
    expect(await stage()).toBe("representment_submitted")
    expect(await forms()).toMatchObject({ status: "closed", last: { status: "submitted" } })
    expect(await times()).toBe(1)
  })

  it("is submitted once, however often the call is repeated, also after the notification", async () => {
    const { submit, notify, times } = await open()
    const [first, second] = await Promise.all([submit(), submit()])
    expect(first).toEqual(second)
    await notify()
    expect(await submit()).toEqual(first)
    expect(await times()).toBe(1)
  })

  it("may be stored first, and submitted later", async () => {
    const { submit, times } = await open()
    expect(await submit({ ...evidence, isFinal: false })).toMatchObject({ status: "stored" })
    expect(await times()).toBe(0)
    expect(await submit()).toMatchObject({ status: "submitted" })
    expect(await times()).toBe(1)
  })

  it("is unknown if the answer is lost, and submitted once by the same call again", async () => {
    let calls = 0
    const { shop, submit, forms, times } = await open(({ submit: own }) => ({
      submit: (request) => {
        calls += 1
        const lost = Effect.die(new Error(JSON.stringify(request)))
        return calls === 1 ? Effect.andThen(own(request), lost) : own(request)
      }
    }))
    expect(await submit()).toMatchObject({ status: "unknown" })
    expect(await forms()).toMatchObject({ last: { status: "sent" } })
    expect(await submit()).toMatchObject({ status: "submitted" })
    expect(await times()).toBe(1)
    expect(logged(shop)).not.toContain("Ada Lovelace")
  })

  it("is submitted once if the process dies before it stored the outcome", async () => {
    const { shop, submit, times, id } = await open()
    shop.process().mortal.meet((number) => (number === 2 ? "dies_before" : undefined))
    const dying = shop
      .shop()
      .disputes.submitEvidence(id, evidence)
      .catch(() => undefined)
    await settled(() => shop.process().mortal.isDead())
    for (let turn = 0; turn < 100 && !shop.process().mortal.isDead(); turn++) {
      await shop.clock.advance(second)
    }
    await shop.restart()
    void dying
    expect(await times()).toBe(1)
    expect(await submit()).toMatchObject({ status: "submitted" })
    expect(await times()).toBe(1)
  })

  it("that the provider refuses has the reason, without texts of the evidence", async () => {
    const { submit, forms } = await open(() => ({
      submit: ({ texts, files }) =>
        Effect.succeed({
          _tag: "Refused",
          rawCode: "bad",
          reason: `Not readable: ${texts.explanation} in ${files[0]?.name}.`
        })
    }))
    expect(await submit({ ...evidence, files: [receipt] })).toMatchObject({
      status: "refused",
      rawCode: "bad",
      reason: "Not readable: […] in […]."
    })
    expect(await forms()).toMatchObject({ last: null })
  })

  it("is not sent while the provider can't say which evidence it takes", async () => {
    const { submit, forms, times } = await open(() => ({
      forms: () => Effect.succeed({ _tag: "Unavailable", reason: "down" })
    }))
    expect(await forms()).toMatchObject({ status: "unavailable", reason: "down", forms: [] })
    expect(await submit()).toMatchObject({ status: "not_sent", reason: "down" })
    expect(await times()).toBe(0)
  })

  it.each([
    [{ texts: {} }, "texts.explanation"],
    [{ texts: { explanation: "  " } }, "texts.explanation"],
    [{ texts: { explanation: "x".repeat(20_001) } }, "texts.explanation"],
    [{ texts: { explanation: "a\0b" } }, "texts.explanation"],
    [{ texts: { explanation: text, "Ada Lovelace": "x" } }, "texts"],
    [{ ...evidence, reason: "good_luck" }, "reason"],
    [{ ...evidence, files: [receipt, receipt] }, "files.receipt"],
    [{ ...evidence, files: [{ ...receipt, field: "explanation" }] }, "files.0.field"],
    [{ ...evidence, files: [{ ...receipt, data: new Uint8Array() }] }, "files.receipt"],
    [{ ...evidence, files: [{ ...receipt, name: "ada\r\nx: y" }] }, "files.receipt"],
    [{ ...evidence, files: [{ ...receipt, data: new Uint8Array(5_000_001) }] }, "files.receipt"],
    [{ ...evidence, files: [{ ...receipt, type: "text/html" as never }] }, "files.0.type"],
    [{ isFinal: false }, "texts"]
  ] as const)("is refused if a field is malformed (%#): %o", async (input, param) => {
    const { submit, times } = await open()
    const refused = await submit(input).catch((error: unknown) => error)
    expect(refused).toMatchObject({ _tag: "InvalidInput", param })
    expect((refused as Error).message).not.toContain("Ada")
    expect(await times()).toBe(0)
  })

  it("is refused if the dispute is decided", async () => {
    const { shop, payment, notify, submit, forms } = await open()
    const [reference] = (await shop.run(shop.box.bank.charges())).map((made) => made.reference)
    await shop.run(shop.box.dispute(payment, { dispute: `dispute_${reference}_1`, stage: "lost" }))
    await notify()
    await expect(submit()).rejects.toMatchObject({ _tag: "EvidenceNotTaken", because: "decided" })
    expect(await forms()).toMatchObject({ status: "closed", forms: [] })
  })

  it("is refused if the provider takes none", async () => {
    const { submit, forms } = await open(() => null)
    await expect(submit()).rejects.toMatchObject({
      _tag: "EvidenceNotTaken",
      message: expect.stringContaining("dashboard")
    })
    expect(await forms()).toMatchObject({ status: "not_supported" })
  })
})
