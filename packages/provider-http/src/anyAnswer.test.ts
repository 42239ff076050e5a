import { Effect, Option } from "effect"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { acme, changeOrder, charged, chargeOrder, mid, reference } from "./testing/acme.ts"

const status = fc.constantFrom(200, 201, 202, 204, 301, 400, 401, 402, 403, 404, 409, 422, 429, 500)
const words = fc.constantFrom("paid", "held", "declined", "pending", "asks", "void", "odd", "")
const value = fc.oneof(fc.jsonValue(), words, fc.constant("-1"), fc.constant(1e21))

/** A charge with some of its members changed or missing, or any JSON at all. */
const body = fc.oneof(
  { weight: 1, arbitrary: fc.jsonValue() },
  {
    weight: 3,
    arbitrary: fc
      .tuple(fc.dictionary(fc.constantFrom("id", "reference", "amount", "currency"), value), words)
      .map(([changes, state]) => charged({ ...changes, state, error: { code: changes.id } }))
  }
)

/** Runs a call, and returns its answer. Rejects if the call dies. */
const run = <A>(call: Effect.Effect<A>): Promise<A> => Effect.runPromise(call)

describe("any answer of a provider", () => {
  it("is an approval only with a state, an id, an amount and a currency of its own", async () => {
    await fc.assert(
      fc.asyncProperty(status, body, async (code, given) => {
        // A response without content has no body.
        const answer = code === 204 ? { status: 200, body: "" } : { status: code, body: given }
        const { provider } = acme([answer])
        const outcome = await run(provider.charge(chargeOrder()))
        if (outcome._tag !== "Approved") return
        const { state, id, amount, currency } = Object(given)
        expect(["paid", "held"]).toContain(state)
        expect([200, 201, 202, 204]).toContain(code)
        expect(outcome).toMatchObject({
          providerReference: String(id),
          captured: state === "paid",
          amount: BigInt(amount),
          currency: String(currency).toUpperCase()
        })
      }),
      { numRuns: 500 }
    )
  })

  it("never makes a look-up Absent, except an empty list and the code that means it", async () => {
    await fc.assert(
      fc.asyncProperty(status, body, async (code, given) => {
        const { provider } = acme([{ status: code === 204 ? 200 : code, body: { data: given } }])
        const query = { ...chargeOrder(), providerReference: null, created: Date.now() }
        const found = await run(provider.lookup(query))
        if (found._tag === "Absent") {
          expect(code === 200 || code === 204).toBe(true)
          const list = Array.isArray(given) ? given : expect.unreachable("no list")
          expect(list.some((each) => Object(each).reference === reference)).toBe(false)
        }
      }),
      { numRuns: 300 }
    )
  })

  it("is an outcome of a refund that the port knows", async () => {
    await fc.assert(
      fc.asyncProperty(status, body, async (code, given) => {
        const { provider } = acme([{ status: code === 204 ? 200 : code, body: given as object }])
        const outcome = await run(provider.refund(changeOrder("refund")))
        if (outcome._tag === "Succeeded") expect(Object(given).state).toBe("done")
      }),
      { numRuns: 300 }
    )
  })
})

describe("any notification", () => {
  it("without a valid signature is rejected, and nobody is asked", async () => {
    const headers = fc.dictionary(fc.constantFrom("acme-signature", "x"), fc.string())
    await fc.assert(
      fc.asyncProperty(headers, fc.oneof(fc.string(), fc.json()), async (given, text) => {
        const { provider, received } = acme([{}])
        const attempt = () => Effect.succeed(Option.none())
        const raw = { headers: given, body: text }
        expect(Option.isNone(await run(provider.readNotification(mid, raw, { attempt })))).toBe(
          true
        )
        expect(received).toEqual([])
      }),
      { numRuns: 300 }
    )
  })
})
