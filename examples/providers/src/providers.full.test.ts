import { temporaryFolder } from "@payloom/example-kit/testing/temporaryFolder"
import { describe, expect, it, onTestFinished } from "vitest"
import { survive } from "./survive.ts"

describe("payments at Stripe and Adyen at once", () => {
  it("are the same in our ledger and at both providers, to the cent, despite faults and kills", async () => {
    const { folder, remove } = temporaryFolder()
    onTestFinished(remove)
    const { ours, theirs, ...survived } = await survive({
      folder,
      servers: 2,
      orders: 60,
      kills: 2,
      patienceMs: 90_000,
      onProgress: () => undefined
    })
    expect(survived).toMatchObject({ findings: [], kills: 2, unanswered: 0 })
    expect(ours).toBe(theirs)
    expect(survived.attempts.stripe).toBeGreaterThan(5)
    expect(survived.attempts.adyen).toBeGreaterThan(5)
  })
})
