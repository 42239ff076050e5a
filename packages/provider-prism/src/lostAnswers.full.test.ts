import type { ChargeOutcome, ChargeRequest, PaymentProvider } from "@payloom/core"
import { type ProviderHarness, plainCharge } from "@payloom/testkit"
import { seededRandom } from "@payloom/testkit/fake-provider"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { startFakeProcessor } from "./fake/index.ts"
import type { PrismLibrary } from "./library/PrismLibrary.ts"
import type { PrismOptions } from "./PrismOptions.ts"
import { prism } from "./prism.ts"
import type { ProcessorName } from "./processors/processors.ts"
import { withPayer } from "./testing/prismHarness.ts"
import type { Shape } from "./testing/Shape.ts"
import { shapes } from "./testing/shapes.ts"
import { testLibrary } from "./testing/testLibrary.ts"

const library = await testLibrary()

const charges = Number(process.env.LOST_ANSWERS ?? 200)
const digits = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

/** Returns an unused reference. */
const referenceOf = (random: () => number): string =>
  `attempt_0${Array.from({ length: 25 }, () => digits[Math.floor(random() * 32)]).join("")}`

/** Resolves an unknown charge as the engine does: by a look-up, or by sending it again. */
const resolved = async (
  provider: PaymentProvider,
  request: ChargeRequest
): Promise<"charged" | "not charged" | "open"> => {
  let outcome: ChargeOutcome = await Effect.runPromise(provider.charge(request))
  for (let tries = 0; tries < 60; tries += 1) {
    if (outcome._tag === "Approved") return "charged"
    if (outcome._tag !== "Unknown" && tries === 0) return "not charged"
    if (outcome._tag === "Declined") return "not charged"
    if (provider.capabilities.lookup) {
      const { reference, mid, amount, currency, type, capture } = request
      const query = { reference, mid, amount, currency, type, capture, providerReference: null }
      const found = await Effect.runPromise(provider.lookup({ ...query, created: Date.now() }))
      if (found._tag === "Found") return found.state === "declined" ? "not charged" : "charged"
      if (found._tag === "Absent") return "not charged"
    } else {
      outcome = await Effect.runPromise(provider.charge({ ...request, isResent: true }))
    }
  }
  return "open"
}

const stress = async (
  processor: ProcessorName,
  { sources, relay, payer }: Shape & { readonly sources: ProviderHarness["sources"] },
  built: PrismLibrary
) => {
  const fake = await startFakeProcessor({ processor, seed: "lost answers" })
  const random = seededRandom(`references of ${processor}`)
  fake.faults.chances({
    drops_before: 0.15,
    drops_after: 0.25,
    fails_before: 0.05,
    fails_after: 0.15
  })
  const options = { processor, url: fake.url, accountOf: fake.account, library: built, relay }
  const provider = withPayer(prism(options as unknown as PrismOptions), payer)
  const totals = { charged: 0, "not charged": 0, open: 0, twice: 0, wrong: 0 }
  const one = async (): Promise<void> => {
    const reference = referenceOf(random)
    const request = plainCharge({
      reference,
      source: sources.approved,
      sendBefore: Date.now() + 60_000
    })
    const result = await resolved(provider, request)
    const made = fake.payments(reference).filter(({ authorized }) => authorized > 0n)
    totals[result] += 1
    if (made.length > 1) totals.twice += 1
    if (result !== "open" && (result === "charged") !== made.length > 0) totals.wrong += 1
  }
  for (let left = charges; left > 0; left -= 20) {
    await Promise.all(Array.from({ length: Math.min(20, left) }, one))
  }
  await fake.close()
  return totals
}

describe.skipIf(library === null)("charges whose answers are lost", () => {
  it.each(Object.entries(shapes))("are made once and resolved, at %s", async (processor, of) => {
    const [shape] = Object.values(of)
    if (library === null || shape === undefined) return expect.unreachable("no shape")
    const totals = await stress(processor as ProcessorName, shape, library)
    if (process.env.LOST_ANSWERS !== undefined) console.log(processor, JSON.stringify(totals))
    expect(totals).toMatchObject({ open: 0, twice: 0, wrong: 0 })
  })
})
