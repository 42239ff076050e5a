import { PaymentCollection, type Storage } from "@payloom/core"
import { Effect, Option } from "effect"
import { describe, expect, it } from "vitest"
import { checkIsolation } from "./checkIsolation.ts"

describe("an id of another merchant, or of the other mode", () => {
  it("is answered as an unknown one, at every place that takes an id", async () => {
    const { findings, slots, without } = await checkIsolation({ rounds: 1 })
    expect(findings).toEqual([])
    expect(slots.size).toBeGreaterThan(70)
    for (const slot of ["payments.refund 0", "payments.create 0.paymentInstrument"]) {
      expect([...slots.keys()]).toContain(slot)
    }
    expect(without).not.toContain("payments.retrieve")
  })

  it("is found if a storage reads the payments of everybody", async () => {
    const leaking = (storage: Storage["Service"]): Storage["Service"] => ({
      ...storage,
      get: (scope, of, id) =>
        Effect.gen(function* () {
          const own = yield* storage.get(scope, of, id)
          if (Option.isSome(own) || of.name !== PaymentCollection.name) return own
          for (const other of yield* storage.scopes({ limit: 100 })) {
            const found = yield* storage.get(other, of, id)
            if (Option.isSome(found)) return found
          }
          return own
        })
    })
    const { findings } = await checkIsolation({ rounds: 1, between: leaking })
    expect(findings.join()).toContain("payments.retrieve 0: an id of somebody else is answered")
  })
})
