import { describe, expect, it } from "vitest"
import { type StripeEvidence, submitStripeEvidence } from "./stripeEvidence.ts"
import { openNotifications } from "./testing/openNotifications.ts"

const receipt = { name: "receipt.pdf", type: "application/pdf", data: new Uint8Array([37, 0, 255]) }

/** Opens a dispute of a charge at a fake. */
const openDispute = async () => {
  const opened = await openNotifications()
  const { fake, charge } = opened
  await charge()
  const { id } = fake.dashboard.dispute("attempt_1")
  const options = { ...fake.address, accountOf: (name: string) => fake.account(name) }
  return {
    ...opened,
    id,
    disputed: () => fake.dashboard.disputed(id),
    submit: (evidence: StripeEvidence, changes = {}) =>
      submitStripeEvidence(options, { credentials: "main", dispute: id, evidence, ...changes })
  }
}

describe("evidence against a dispute at Stripe", () => {
  it("is submitted with its texts and files, and the dispute is reported as under review", async () => {
    const { submit, disputed, read, eventOf } = await openDispute()
    expect(await submit({ shippingCarrier: "DHL", receipt })).toEqual({
      _tag: "Submitted",
      status: "under_review",
      submissions: 1,
      isLate: false
    })
    expect(disputed().evidence).toMatchObject({
      shipping_carrier: "DHL",
      receipt: expect.stringMatching(/^file_/)
    })
    expect(await read(await eventOf("charge.dispute.updated"))).toMatchObject([
      { _tag: "Dispute", dispute: { stage: "representment_submitted" } }
    ])
  })

  it("is submitted once, however often the same evidence is sent", async () => {
    const { submit, disputed } = await openDispute()
    const evidence = { uncategorizedText: "It arrived.", receipt }
    const [first, second] = await Promise.all([submit(evidence), submit(evidence)])
    expect(first).toEqual(second)
    expect(await submit(evidence)).toEqual(first)
    expect(disputed().evidence_details.submission_count).toBe(1)
  })

  it("is Unknown if the answer is lost, and can be sent again", async () => {
    const { fake, submit, disputed } = await openDispute()
    fake.faults.next({ _tag: "drops_after" }, "other")
    const evidence = { uncategorizedText: "It arrived." }
    expect(await submit(evidence)).toMatchObject({ _tag: "Unknown" })
    expect(await submit(evidence)).toMatchObject({ _tag: "Submitted", submissions: 1 })
    expect(disputed().evidence_details.submission_count).toBe(1)
  })

  it("is stored only if it is not to be submitted, and may be submitted later", async () => {
    const { submit, disputed } = await openDispute()
    const evidence = { customerName: "Ada Lovelace" }
    expect(await submit(evidence, { submit: false })).toMatchObject({
      _tag: "Stored",
      status: "needs_response",
      submissions: 0
    })
    expect(await submit(evidence)).toMatchObject({ _tag: "Submitted", submissions: 1 })
    expect(disputed().evidence).toMatchObject({ customer_name: "Ada Lovelace" })
  })

  it("is refused if it is empty, too long, or of an unknown or closed dispute", async () => {
    const { fake, id, submit, disputed } = await openDispute()
    const evidence = { customerName: "Ada Lovelace" }
    expect(await submit({})).toMatchObject({ _tag: "Refused", rawCode: "evidence_empty" })
    expect(await submit({ uncategorizedText: "x".repeat(150_001) })).toMatchObject({
      _tag: "Refused",
      rawCode: "evidence_too_long"
    })
    expect(await submit(evidence, { dispute: "pi_1" })).toMatchObject({
      rawCode: "dispute_invalid"
    })
    expect(await submit(evidence, { dispute: "du_1" })).toMatchObject({
      _tag: "Refused",
      rawCode: "resource_missing"
    })
    fake.dashboard.moveDispute(id, "lost")
    expect(await submit(evidence)).toMatchObject({ _tag: "Refused" })
    expect(disputed().evidence_details.submission_count).toBe(0)
  })

  it("is AccountUnavailable if the account's key was revoked", async () => {
    const { fake, submit } = await openDispute()
    fake.revoke("main")
    expect(await submit({ customerName: "Ada" })).toMatchObject({ _tag: "AccountUnavailable" })
  })
})
