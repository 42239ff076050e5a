import type { ReconciledAccount, ReconcileReport } from "@payloom/core"
import { describe, expect, it } from "vitest"
import { stepsOf } from "./stepsOf.ts"

const account = (provider: string, isListed: boolean): ReconciledAccount =>
  ({
    scope: { tenant: "tenant_1", mode: "live" },
    mid: "mid_1",
    provider,
    isListed,
    compared: 3,
    findings: [],
    problems: []
  }) as ReconciledAccount

const report = (given: Partial<ReconcileReport>): ReconcileReport => ({
  since: Date.parse("2026-11-25T10:00:00Z"),
  restoredFrom: Date.parse("2026-11-26T10:00:00Z"),
  accounts: [],
  erased: [],
  booked: 0,
  left: 0,
  renewalsDue: 0,
  isReleased: false,
  ...given
})

describe("after a reconciliation", () => {
  it("nothing is left to do if every account was listed", () => {
    const accounts = [account("stripe", true)]
    expect(stepsOf(report({ accounts, isReleased: true, renewalsDue: 5 }))).toEqual([])
  })

  it("a person looks for charges of an account that could not be listed, and releases", () => {
    const accounts = [account("adyen", false), account("stripe", true)]
    expect(stepsOf(report({ accounts, left: 1, renewalsDue: 2 }))).toEqual([
      "adyen mid_1 could not be asked for all its charges. Look for charges since " +
        "2026-11-25 10:00:00 UTC in the Received payment details report of its Customer Area: " +
        "our reference of each begins with attempt_.",
      "After the release, compare its next settlement report. A row that does not match is a " +
        "charge that the books lack: payloom ledger reconcile FILE --mid mid_1 " +
        "--form adyen_settlement --tenant tenant_1 --mode live",
      expect.stringMatching(/^Cancel or move forward the subscriptions/),
      expect.stringMatching(/^Then release the store: .* --accept-rest/)
    ])
  })

  it("a provider that the setup lacks is added first", () => {
    const problems = ["The provider stripe is not in the setup."]
    const steps = stepsOf(
      report({ accounts: [{ ...account("stripe", false), problems }], left: 1 })
    )
    expect(steps).toEqual([
      expect.stringMatching(/run the command again/),
      expect.stringMatching(/--accept-rest/)
    ])
  })

  it("a person does what is left, and runs the command again", () => {
    const steps = stepsOf(report({ accounts: [account("stripe", true)], left: 2 }))
    expect(steps[0]).toMatch(/run the command again/)
  })
})
