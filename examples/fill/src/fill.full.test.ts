import { CustomerCollection, DisputeCollection, PaymentCollection } from "@payloom/core"
import {
  auditPayments,
  everyRow,
  manualClock,
  memory,
  openStorage,
  sandbox
} from "@payloom/testkit"
import { Clock, Effect } from "effect"
import { describe, expect, it } from "vitest"
import { fillStore } from "./fillStore.ts"
import { openTemplates } from "./templates.ts"

const now = Date.parse("2026-11-26T12:00:00Z")
const payments = 3000

const filled = async () => {
  const { storage } = await openStorage(memory())
  const templates = await openTemplates({
    seed: "a third test",
    now,
    customers: 250,
    subscriptions: 8,
    onProgress: () => undefined
  })
  await fillStore(storage, templates, {
    seed: "a third test",
    payments,
    now,
    onProgress: () => undefined
  })
  await templates.close()
  return { storage, scope: templates.merchant.scope }
}

describe("a filled store", () => {
  it("passes the audit that an engine's store passes", async () => {
    const { storage, scope } = await filled()
    const { bank } = sandbox()
    // The bank doesn't know the copies' charges.
    const audit = auditPayments({ storage, scope, bank, providers: [] })
    const findings = await Effect.runPromise(
      Effect.provideService(audit, Clock.Clock, manualClock(now))
    )
    expect(findings.slice(0, 5)).toEqual([])
  })

  it("has payments of many kinds, and customers of many scripts", async () => {
    const { storage, scope } = await filled()
    const all = await Effect.runPromise(everyRow(storage, scope, PaymentCollection))
    expect(all.length).toBeGreaterThanOrEqual(payments)
    const statuses = new Set(all.map(({ status }) => status))
    for (const status of ["succeeded", "declined", "refunded", "partially_refunded", "voided"]) {
      expect(statuses).toContain(status)
    }
    const disputes = await Effect.runPromise(everyRow(storage, scope, DisputeCollection))
    expect(disputes.length).toBeGreaterThan(5)
    const customers = await Effect.runPromise(everyRow(storage, scope, CustomerCollection))
    const names = customers.map(({ name }) => name ?? "").join()
    for (const script of ["Cyrillic", "Arabic", "Han", "Hangul", "Thai", "Devanagari"]) {
      expect(names).toMatch(new RegExp(`\\p{Script=${script}}`, "u"))
    }
  })

  it("is the same for the same seed", async () => {
    const one = await filled()
    const other = await filled()
    const rows = (store: typeof one) =>
      Effect.runPromise(everyRow(store.storage, store.scope, CustomerCollection))
    expect(await rows(other)).toEqual(await rows(one))
  })
})
