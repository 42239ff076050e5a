import type { ChargeRequest, PaymentProvider } from "@payloom/core"
import { plainCharge } from "@payloom/testkit"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import type { PrismOptions } from "../PrismOptions.ts"
import { prism } from "../prism.ts"
import {
  airwallexAnswers,
  cybersourceAnswers,
  type Documented,
  undocumentedIn
} from "../testing/documentedAnswers.ts"
import { withPayer } from "../testing/prismHarness.ts"
import { shapes } from "../testing/shapes.ts"
import { testLibrary } from "../testing/testLibrary.ts"
import { startFakeProcessor } from "./index.ts"

const library = await testLibrary()

/** A call of the connector, and the body of its answer. */
interface Call {
  readonly call: string
  readonly status: number
  readonly answer: unknown
}

const referenceOf = (kind: string, number: number): string =>
  `${kind}_01J${String(number).padStart(23, "0")}`

/** Returns the answers to charges of each source, look-ups, captures, voids and refunds. */
const answersOf = async (processor: "airwallex" | "cybersource"): Promise<ReadonlyArray<Call>> => {
  const [shape = expect.unreachable("no shape")] = Object.values(shapes[processor])
  const fake = await startFakeProcessor({ processor })
  const calls: Array<Call> = []
  const over =
    (by: typeof fetch): typeof fetch =>
    async (input, init) => {
      const response = await by(input, init)
      const path = new URL(String(input)).pathname
      const answer: unknown = await response.clone().json()
      calls.push({ call: `${init?.method} ${path}`, status: response.status, answer })
      return response
    }
  const { relay, sources, payer } = shape
  const options = {
    processor,
    url: fake.url,
    accountOf: fake.account,
    library,
    fetch: over(fetch),
    ...(relay === undefined ? {} : { relay: { ...relay, fetch: over(relay.fetch) } })
  } as unknown as PrismOptions
  await useAll(withPayer(prism(options), payer), sources)
  await fake.close()
  return calls
}

const useAll = async (
  provider: PaymentProvider,
  { approved, declined, pending }: (typeof shapes)["airwallex"][string]["sources"]
): Promise<void> => {
  let made = 0
  const charge = async (changes: Partial<ChargeRequest>) => {
    made += 1
    const reference = referenceOf("attempt", made)
    const request = plainCharge({ reference, ...changes })
    const outcome = await Effect.runPromise(provider.charge(request))
    const query = { ...request, created: Date.now(), providerReference: null }
    await Effect.runPromise(provider.lookup(query))
    const providerReference = "providerReference" in outcome ? outcome.providerReference : null
    return { mid: request.mid, reference, providerReference: providerReference ?? reference }
  }
  const change = async (
    kind: "capture" | "void" | "refund",
    of: Awaited<ReturnType<typeof charge>>
  ) => {
    made += 1
    const order = { reference: referenceOf(kind, made), charge: of, amount: 700n, currency: "EUR" }
    const request = { ...order, sendBefore: Date.now() + 60_000 }
    await Effect.runPromise(provider[kind](request))
    const query = { ...request, kind, providerReference: null, created: Date.now() }
    await Effect.runPromise(provider.lookupModification(query))
  }
  for (const { source } of declined) await charge({ source })
  if (pending !== undefined) await charge({ source: pending })
  const charged = await charge({ source: approved })
  await change("refund", charged)
  // It is more than what is left.
  await change("refund", charged)
  if (provider.capabilities.manualCapture) {
    await change("capture", await charge({ source: approved, capture: false }))
    await change("void", await charge({ source: approved, capture: false }))
  }
}

type Documents = ReadonlyArray<readonly [call: RegExp, answer: Documented]>

const documents: Readonly<Record<"airwallex" | "cybersource", Documents>> = {
  airwallex: [
    [/ 4\d\d$/, airwallexAnswers.error],
    [/\/pa\/payment_intents \d+$/, airwallexAnswers.intents],
    [/\/pa\/payment_intents\//, airwallexAnswers.intent],
    [/\/pa\/refunds \d+$/, airwallexAnswers.refunds],
    [/\/pa\/refunds\/create/, airwallexAnswers.refund]
  ],
  cybersource: [
    [/ 400$/, cybersourceAnswers.rejection],
    [/\/payments\/? 201$/, cybersourceAnswers.payment],
    [/\/captures 201$/, cybersourceAnswers.capture],
    [/\/reversals 201$/, cybersourceAnswers.reversal],
    [/\/refunds 201$/, cybersourceAnswers.refund],
    [/\/searches 201$/, cybersourceAnswers.search],
    [/\/transactions\/\d+ 200$/, cybersourceAnswers.details]
  ]
}

describe.skipIf(library === null)("the answers of a fake", () => {
  it.each(["airwallex", "cybersource"] as const)(
    "have the members and types of the processor's own documents: %s",
    async (processor) => {
      const calls = await answersOf(processor)
      const compared = new Set<RegExp>()
      for (const { call, status, answer } of calls) {
        const [pattern, documented] =
          documents[processor].find(([each]) => each.test(`${call} ${status}`)) ?? []
        if (pattern === undefined || documented === undefined) continue
        compared.add(pattern)
        expect([call, undocumentedIn(documented, answer)]).toEqual([call, []])
      }
      const patterns = documents[processor].map(([pattern]) => pattern)
      expect(patterns.filter((each) => !compared.has(each))).toEqual([])
    }
  )

  it("are compared member by member", () => {
    const { intents } = airwallexAnswers
    const item = { id: "int_1", amount: "12.5", latest_payment_attempt: { id: "att_1", state: 1 } }
    expect(undocumentedIn(intents, { has_more: false, items: [item], more: 1 })).toEqual([
      "items.amount is a string",
      "items.latest_payment_attempt.state",
      "more"
    ])
  })
})
