import { Effect } from "effect"
import { describe, expect, it, onTestFinished } from "vitest"
import type { AdyenConnection } from "./AdyenOptions.ts"
import { adyen } from "./adyen.ts"
import {
  type AdyenEvidenceRequest,
  listAdyenDefenseReasons,
  submitAdyenEvidence
} from "./adyenEvidence.ts"
import { startFakeAdyen } from "./fake/index.ts"
import { chargeRequest } from "./testing/chargeRequest.ts"

/** Opens a disputed payment at a fake of Adyen. */
const openDispute = async () => {
  const fake = await startFakeAdyen()
  onTestFinished(fake.close)
  const connection: AdyenConnection = {
    baseUrl: fake.url,
    accountOf: (name) => fake.account(name)
  }
  const request = chargeRequest()
  await Effect.runPromise(adyen(connection).charge(request))
  const dispute = fake.dashboard.dispute(request.reference, { eventCode: "CHARGEBACK" })
  const own = { credentials: "main", dispute }
  const document = (text = "%PDF-1.7", code = "DefenseMaterial") => ({
    code,
    type: "application/pdf",
    data: new TextEncoder().encode(text)
  })
  const submit = (changes: Partial<AdyenEvidenceRequest> = {}) =>
    submitAdyenEvidence(connection, {
      ...own,
      reason: "SupplyDefenseMaterial",
      documents: [document()],
      ...changes
    })
  const contentOf = (code: string) =>
    Buffer.from(fake.dispute(dispute)?.documents.get(code)?.content ?? "", "base64").toString()
  return { fake, connection, own, dispute, document, submit, contentOf }
}

describe("evidence against a dispute at Adyen", () => {
  it("is stored, and the dispute is defended with it", async () => {
    const { fake, submit, dispute, contentOf } = await openDispute()
    expect(await submit()).toEqual({ _tag: "Submitted" })
    expect(contentOf("DefenseMaterial")).toBe("%PDF-1.7")
    expect(fake.dispute(dispute)?.defense).toBe("SupplyDefenseMaterial")
    expect(fake.events.all().at(-1)).toMatchObject({ eventCode: "INFORMATION_SUPPLIED" })
  })

  it("may be stored first and replaced, without a defense", async () => {
    const { fake, submit, document, dispute, contentOf } = await openDispute()
    expect(await submit({ submit: false })).toEqual({ _tag: "Stored" })
    const documents = [document("%PDF-2.0")]
    expect(await submit({ submit: false, documents })).toEqual({ _tag: "Stored" })
    expect(contentOf("DefenseMaterial")).toBe("%PDF-2.0")
    expect(fake.dispute(dispute)?.defense).toBeNull()
  })

  it("may be sent again after a lost answer", async () => {
    const { fake, connection, own, document, contentOf } = await openDispute()
    let calls = 0
    const failing: AdyenConnection = {
      ...connection,
      fetch: async (...call) => {
        const response = await fetch(...call)
        calls += 1
        if (calls === 2) throw new Error("The connection broke.")
        return response
      }
    }
    const request = { ...own, reason: "SupplyDefenseMaterial", documents: [document()] }
    expect((await submitAdyenEvidence(failing, request))._tag).toBe("Unknown")
    expect(fake.dispute(own.dispute)?.defense).toBeNull()
    expect(await submitAdyenEvidence(failing, request)).toEqual({ _tag: "Submitted" })
    expect(contentOf("DefenseMaterial")).toBe("%PDF-1.7")
  })

  it("is refused once the dispute was defended", async () => {
    const { submit } = await openDispute()
    await submit()
    expect(await submit()).toMatchObject({ _tag: "Refused", rawCode: "not_accepted" })
  })

  it.each([
    [{ dispute: "no reference" }, "dispute_invalid", "no reference is not a reference"],
    [{ documents: [] }, "evidence_empty", "at least one document"],
    [{ reason: "GoodLuck" }, "reason_invalid", "GoodsNotReturned, GoodsWereAsDescribed"],
    [{ reason: "GoodsNotReturned" }, "document_missing", "the document GoodsNotReturned"],
    [{ dispute: "UNKNOWN" }, "not_accepted", "Dispute not found."]
  ] as const)("is refused for %j", async (changes, rawCode, reason) => {
    const { fake, submit, dispute } = await openDispute()
    expect(await submit(changes)).toMatchObject({
      _tag: "Refused",
      rawCode,
      reason: expect.stringContaining(reason)
    })
    expect(fake.dispute(dispute)?.documents.size).toBe(0)
  })

  it("is refused if a document is empty, or given twice", async () => {
    const { submit, document } = await openDispute()
    expect(await submit({ documents: [document("")] })).toMatchObject({ rawCode: "document_empty" })
    const documents = [document(), document()]
    expect(await submit({ documents })).toMatchObject({ rawCode: "document_twice" })
  })

  it("says if the account can't be used", async () => {
    const { fake, submit } = await openDispute()
    fake.revoke("main")
    expect(await submit()).toMatchObject({ _tag: "AccountUnavailable" })
  })

  it("has reasons, with the documents that each requires", async () => {
    const { connection, own, submit } = await openDispute()
    await submit({ submit: false })
    const found = await listAdyenDefenseReasons(connection, own)
    const reasons = found._tag === "Found" ? found.reasons : []
    expect(reasons.map(({ code, isSatisfied }) => [code, isSatisfied])).toEqual([
      ["GoodsNotReturned", false],
      ["GoodsWereAsDescribed", false],
      ["SupplyDefenseMaterial", true]
    ])
    expect(reasons.at(-1)?.documents).toEqual([
      { code: "TIDorInvoice", requirement: "Optional", isStored: false },
      { code: "DefenseMaterial", requirement: "Required", isStored: true }
    ])
    const other = { ...own, dispute: "UNKNOWN" }
    expect(await listAdyenDefenseReasons(connection, other)).toMatchObject({ _tag: "Refused" })
  })
})
