import { describe, expect, it } from "vitest"
import type { Ask } from "../../Processor.ts"
import { lookUpCybersource, lookUpCybersourceModification } from "./cybersourceLookups.ts"

const ids = "01J0000000000000000000000A"
const reference = `attempt_${ids}`
const mid = { id: "mid_1", credentials: "main" }

const service = (name: string, reasonCode = "100", status?: string) => ({
  name,
  reasonCode,
  rCode: reasonCode === "100" ? "1" : "0",
  status
})

/** Returns a transaction as a search and the details have it. */
const transaction = (id: string, services: ReadonlyArray<object>, more: object = {}) => ({
  id,
  clientReferenceInformation: { code: reference, comments: `capture_${ids}` },
  applicationInformation: { applications: services },
  orderInformation: {
    amountDetails: { totalAmount: "12.50", authorizedAmount: "12.50", currency: "EUR" }
  },
  ...more
})

type Found = { readonly id: string }

/** Answers searches with these transactions, and lists their number as `total`. */
const asking = (found: ReadonlyArray<Found>, total = found.length): Ask => {
  const json = (status: number, body: object) => ({
    status,
    headers: {},
    body: JSON.stringify(body)
  })
  return async (path, init) => {
    if (init !== undefined) {
      return json(201, { totalCount: total, _embedded: { transactionSummaries: found } })
    }
    const details = found.find(({ id }) => path === `tss/v2/transactions/${id}`)
    return details === undefined ? json(404, {}) : json(200, details)
  }
}

const lookUp = (
  found: ReadonlyArray<Found>,
  changes: { capture?: boolean; total?: number; askedAt?: number } = {}
) =>
  lookUpCybersource(asking(found, changes.total), {
    mid,
    reference,
    providerReference: null,
    created: 0,
    amount: 1250n,
    currency: "EUR",
    type: "one_off",
    capture: changes.capture ?? true,
    askedAt: changes.askedAt ?? 0
  })

const auth = transaction("700", [service("ics_auth")])
const sale = transaction("700", [service("ics_auth"), service("ics_bill", "100", "PENDING")])

describe("a look-up of a charge at Cybersource", () => {
  it("is Absent only if the search says that it found nothing", async () => {
    expect(await lookUp([])).toEqual({ _tag: "Absent" })
    expect(await lookUp([], { total: 1 })).toMatchObject({ _tag: "Unavailable" })
    const halfYear = 180 * 24 * 3_600_000
    expect(await lookUp([], { askedAt: halfYear })).toMatchObject({ _tag: "Unavailable" })
  })

  it("is Unavailable if several charges were approved, and ignores other references", async () => {
    const twice = [sale, { ...sale, id: "701" }]
    expect(await lookUp(twice)).toMatchObject({ _tag: "Unavailable" })
    const other = { ...sale, clientReferenceInformation: { code: "order 7" } }
    expect(await lookUp([other])).toEqual({ _tag: "Absent" })
  })

  it("is Unavailable after a time-out at the processor, because the charge may have been made", async () => {
    for (const code of ["150", "151", "152", "250"]) {
      const open = transaction("700", [service("ics_auth", code)])
      expect(await lookUp([open])).toMatchObject({ _tag: "Unavailable" })
    }
  })

  it("ignores a repeat that was rejected as a duplicate", async () => {
    const repeat = transaction("701", [service("ics_auth", "104")])
    expect(await lookUp([sale, repeat])).toMatchObject({ _tag: "Found", providerReference: "700" })
    expect(await lookUp([repeat])).toMatchObject({ _tag: "Unavailable" })
  })

  it("finds a charge under review as pending until it is captured or released", async () => {
    const applicationInformation = {
      reasonCode: 480,
      applications: [service("ics_auth"), service("ics_decision", "480")]
    }
    const reviewed = { ...auth, applicationInformation }
    const accepted = transaction("701", [service("ics_bill")])
    const released = transaction("701", [service("ics_auth_reversal")])
    const states = [[reviewed], [reviewed, accepted], [reviewed, released]].map((each) =>
      lookUp(each)
    )
    expect((await Promise.all(states)).map((found) => "state" in found && found.state)).toEqual([
      "pending",
      "captured",
      "voided"
    ])
  })

  it("finds a charge as declined if a rule rejected it, unless it was captured after all", async () => {
    const applications = [service("ics_auth"), service("ics_decision", "481")]
    const ruled = { ...auth, applicationInformation: { reasonCode: "481", applications } }
    const accepted = transaction("701", [service("ics_bill")])
    expect(await lookUp([ruled])).toMatchObject({ state: "declined", rawCode: "481" })
    expect(await lookUp([ruled, accepted])).toMatchObject({ state: "captured" })
  })

  it("counts no refund that was taken back", async () => {
    const refund = (status: string) => transaction("702", [service("ics_credit", "100", status)])
    expect(await lookUp([sale, refund("PENDING")])).toMatchObject({ state: "refunded" })
    expect(await lookUp([sale, refund("VOIDED")])).toMatchObject({ state: "captured" })
  })
})

describe("a look-up of a modification at Cybersource", () => {
  const find = (kind: "capture" | "refund", found: ReadonlyArray<Found>) =>
    lookUpCybersourceModification(asking(found), {
      kind,
      reference: `${kind}_${ids}`,
      providerReference: null,
      charge: { mid, reference, providerReference: "700" }
    })
  const capture = transaction("701", [service("ics_bill")])

  it("finds it by the comment", async () => {
    expect(await find("capture", [auth, capture])).toMatchObject({
      state: "succeeded",
      providerReference: "701"
    })
    expect(await find("refund", [auth, capture])).toEqual({ _tag: "Absent" })
  })

  it("is Unavailable if the charge isn't found either, because the search may lag behind", async () => {
    expect(await find("capture", [])).toMatchObject({ _tag: "Unavailable" })
  })

  it("is Unavailable if one of its kind has no comment", async () => {
    const silent = { ...capture, clientReferenceInformation: { code: reference } }
    expect(await find("capture", [auth, silent])).toMatchObject({ _tag: "Unavailable" })
  })

  it("finds a refund as pending until it was transmitted", async () => {
    const clientReferenceInformation = { code: reference, comments: `refund_${ids}` }
    const refund = (status: string) =>
      transaction("702", [service("ics_credit", "100", status)], { clientReferenceInformation })
    expect(await find("refund", [sale, refund("PENDING")])).toMatchObject({ state: "pending" })
    expect(await find("refund", [sale, refund("TRANSMITTED")])).toMatchObject({
      state: "succeeded"
    })
    expect(await find("refund", [sale, refund("VOIDED")])).toMatchObject({
      state: "failed",
      rawCode: "VOIDED"
    })
  })
})
