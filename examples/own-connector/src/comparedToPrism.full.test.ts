import type { ChargeRequest, PaymentProvider } from "@payloom/core"
import { type PrismOptions, prism } from "@payloom/provider-prism"
import { type FakeProcessor, startFakeProcessor } from "@payloom/provider-prism/testing"
import { plainCharge } from "@payloom/testkit"
import { Effect } from "effect"
import { describe, expect, it, onTestFinished } from "vitest"
import { testLibrary } from "../../../packages/provider-prism/src/testing/testLibrary.ts"
import { checkout } from "./checkout.ts"
import { mollie } from "./mollie.ts"
import { cards, relay, tokens } from "./testing/processorSources.ts"

const library = await testLibrary()

type Name = "checkout" | "mollie"

const sources = { checkout: cards, mollie: tokens }

/** A connector at a fake of its own, and the requests that it has sent. */
interface Observed {
  readonly provider: PaymentProvider
  readonly fake: FakeProcessor<Name>
  readonly sent: Array<{ readonly to: string; readonly key: string | null; readonly body: unknown }>
}

const observed = async (
  name: Name,
  connect: (fake: FakeProcessor<Name>, over: (by: typeof fetch) => typeof fetch) => PaymentProvider
): Promise<Observed> => {
  const fake = await startFakeProcessor({ processor: name })
  onTestFinished(fake.close)
  const sent: Observed["sent"] = []
  const over =
    (by: typeof fetch): typeof fetch =>
    (input, init) => {
      const headers = new Headers(init?.headers)
      const key = headers.get("cko-idempotency-key") ?? headers.get("idempotency-key")
      const body = JSON.parse(String(init?.body || "null"))
      const to = `${init?.method} ${String(input).slice(fake.url.length)}`
      if (init?.method !== "GET") sent.push({ to, key, body })
      return by(input, init)
    }
  return { provider: connect(fake, over), fake, sent }
}

/** Returns the connector of a table, and Prism's, each at a fake of its own. */
const bothAt = async (name: Name) => {
  const table = await observed(name, (fake, over) => {
    const options = {
      url: fake.url,
      fetch: over(fetch),
      relay: { ...relay, fetch: over(relay.fetch) }
    }
    return name === "checkout"
      ? checkout({ ...options, accountOf: fake.account as FakeProcessor<"checkout">["account"] })
      : mollie({ ...options, accountOf: fake.account as FakeProcessor<"mollie">["account"] })
  })
  const prisms = await observed(name, (fake, over) =>
    prism({
      processor: name,
      url: fake.url,
      accountOf: fake.account,
      fetch: over(fetch),
      relay: { ...relay, fetch: over(relay.fetch) },
      threeDs: "redirect",
      library: library ?? undefined
    } as unknown as PrismOptions)
  )
  return [table, prisms] as const
}

const mid = { id: "mid_1", credentials: "main" }

const order = (changes: Partial<ChargeRequest>): ChargeRequest =>
  plainCharge({ mid, source: tokens.approved, ...changes })

const amounts = [
  { amount: 1250n, currency: "EUR" },
  { amount: 1250n, currency: "JPY" }
]

const cases = (["checkout", "mollie"] as const).flatMap((name) =>
  Object.keys(sources[name]).map((conduct) => ({ name, conduct }))
)

const changes = [
  { name: "checkout", kind: "capture" },
  { name: "checkout", kind: "void" },
  { name: "checkout", kind: "refund" },
  { name: "mollie", kind: "refund" }
] as const

/** Returns an object without the members that are null, undefined or of no importance. */
const said = (value: object, unimportant: ReadonlyArray<string>): object =>
  Object.fromEntries(
    Object.entries(value).filter(([name, each]) => each != null && !unimportant.includes(name))
  )

/** Returns the leaves of a JSON value by their paths. */
const leavesOf = (value: unknown, path = ""): ReadonlyArray<readonly [string, unknown]> =>
  typeof value === "object" && value !== null
    ? Object.entries(value).flatMap(([name, each]) =>
        leavesOf(each, path === "" ? name : `${path}.${name}`)
      )
    : [[path, value]]

/** Charges at both, and returns what each of the two means and has sent. */
const chargedAtBoth = async (name: Name, request: ChargeRequest) =>
  Promise.all(
    (await bothAt(name)).map(async ({ provider, fake, sent }) => {
      const outcome = await Effect.runPromise(provider.charge(request))
      const query = { ...request, providerReference: null, created: Date.now() }
      const found = await Effect.runPromise(provider.lookup(query))
      const [payment] = fake.payments(request.reference)
      return {
        origin: fake.url,
        // Prism's connector also reads the issuer's checks.
        outcome: said(outcome, ["checks", "expiresAt"]),
        found: said(found, ["authCode", "holdsUntil", "message"]),
        booked: [payment?.status, payment?.authorized, payment?.captured],
        sent
      }
    })
  )

/** Returns a value as JSON, without the address of its fake. */
const at = (origin: string, value: unknown): unknown => {
  const text = JSON.stringify(value, (_, each) => (typeof each === "bigint" ? `${each}n` : each))
  return JSON.parse(text.replaceAll(origin, ""))
}

/** Returns the fields that differ between two requests, with the values of both. */
const differing = (ours: unknown, theirs: unknown): ReadonlyArray<string> => {
  const [own, other] = [new Map(leavesOf(ours)), new Map(leavesOf(theirs))]
  return [...new Set([...own.keys(), ...other.keys()])]
    .filter((path) => own.get(path) !== other.get(path))
    .map((path) => `${path}: ${own.get(path)}, ${other.get(path)}`)
}

/** The fields that only Prism's requests have. Each has the default of the processor. */
const differences: Readonly<Record<string, ReadonlyArray<string>>> = {
  "a charge at checkout": [
    "body.3ds.force_3ds: undefined, false",
    "body.3ds.challenge_indicator: undefined, no_preference"
  ],
  "a capture at checkout": [
    "body.capture_type: undefined, Final",
    "body.processing_channel_id: undefined, pc_main"
  ]
}

describe.skipIf(library === null)("a processor as a table, compared to Prism", () => {
  it.each(cases)("$name means the same by a card that is $conduct", async ({ name, conduct }) => {
    const source = sources[name][conduct as keyof typeof cards]
    for (const money of amounts) {
      const results = await chargedAtBoth(name, order({ ...money, source }))
      const [table, prisms] = results.map(({ origin, outcome, found, booked }) =>
        at(origin, { outcome, found, booked })
      )
      expect(table).toEqual(prisms)
    }
  })

  it.each(["checkout", "mollie"] as const)("%s gets the same request to charge", async (name) => {
    const [table, prisms] = await chargedAtBoth(name, order({ source: sources[name].approved }))
    const expected = differences[`a charge at ${name}`] ?? []
    expect(differing(table?.sent[0], prisms?.sent[0])).toEqual(expected)
  })

  it.each(changes)("$name carries out a $kind alike", async ({ name, kind }) => {
    const results = (await bothAt(name)).map(async ({ provider, fake, sent }) => {
      const { approved: source } = sources[name]
      const charged = order({ source, capture: kind === "refund" })
      const made = await Effect.runPromise(provider.charge(charged))
      if (made._tag !== "Approved") return expect.unreachable(made._tag)
      const { providerReference } = made
      const { reference: attempt, sendBefore } = charged
      const reference = `${kind}_01J0000000000000000000000A`
      const charge = { mid, reference: attempt, providerReference }
      const change = { reference, charge, amount: 700n, currency: "EUR", sendBefore }
      const outcome = await Effect.runPromise(provider[kind](change))
      const query = { kind, reference, providerReference: null, charge }
      const found = await Effect.runPromise(provider.lookupModification(query))
      const again = { ...change, reference: `${reference}2`, amount: 9900n }
      const { _tag: tooMuch } = await Effect.runPromise(provider[kind](again))
      return { sent: sent[1], told: at(fake.url, { outcome, found, tooMuch }) }
    })
    const [table, prisms] = await Promise.all(results)
    expect(table?.told).toEqual(prisms?.told)
    const expected = differences[`a ${kind} at ${name}`] ?? []
    expect(differing(table?.sent, prisms?.sent)).toEqual(expected)
  })
})
