import { plainCharge } from "@payloom/testkit"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { prism } from "./prism.ts"
import { intent } from "./testing/airwallexIntents.ts"
import { modificationRequest } from "./testing/requests.ts"
import { markingRelay, scriptedLibrary } from "./testing/scripted.ts"
import { event, payment } from "./testing/worldpayPayments.ts"

const account = {
  username: "u",
  password: "p",
  entity: "default",
  narrative: "Shop",
  webhookSecrets: []
}
const source = { _tag: "Vaulted", vaultReference: "card_1", token: "token_1" } as const

/** Returns a connector, and the methods of its requests. Queries get this answer. */
const connector = (status: number, query: object) => {
  const methods: Array<string> = []
  const answers: typeof fetch = async (_, init) => {
    const method = init?.method ?? "GET"
    methods.push(method)
    return method === "GET"
      ? new Response(JSON.stringify(query), { status })
      : new Response(JSON.stringify({ outcome: "sentForSettlement", paymentId: "pay1" }), {
          status: 202
        })
  }
  const provider = prism({
    processor: "worldpay",
    accountOf: () => account,
    library: scriptedLibrary({}, { status: "CHARGED" }),
    fetch: answers
  })
  return { provider, methods }
}

const approved = payment([event("authorizationSucceeded", "a")])

describe("an answer to a charge that a query completes", () => {
  it("is an approval with the amount of the query", async () => {
    const { provider, methods } = connector(200, approved)
    const outcome = await Effect.runPromise(provider.charge(plainCharge({ source })))
    expect(outcome).toMatchObject({ _tag: "Approved", amount: 1250n, currency: "EUR" })
    expect(methods).toEqual(["POST", "GET"])
  })

  it.each([401, 403, 429, 500, 503])("is Unknown if the query gets HTTP %s", async (status) => {
    const { provider } = connector(status, {})
    const outcome = await Effect.runPromise(provider.charge(plainCharge({ source })))
    expect(outcome._tag).toBe("Unknown")
  })
})

describe("a refund that a query decides", () => {
  it("is not sent", async () => {
    const { provider, methods } = connector(200, payment([event("authorizationRefused", "a")]))
    const outcome = await Effect.runPromise(provider.refund(modificationRequest("refund")))
    expect(outcome).toEqual({ _tag: "Failed", rawCode: "payment_not_authorized" })
    expect(methods).toEqual(["GET"])
  })
})

const acting = intent({ status: "REQUIRES_CUSTOMER_ACTION", captured_amount: 0 })
const canceled = intent({
  status: "CANCELLED",
  cancellation_reason: "authentication_required",
  captured_amount: 0
})

describe("a charge that needs something first", () => {
  /** Charges a card, and returns the outcome and the paths. The intent gets this answer. */
  const charged = async (
    status: number,
    created: object,
    confirmed: object = intent(),
    cancel: readonly [status: number, after: object] = [200, canceled]
  ) => {
    const paths: Array<string> = []
    const answers: typeof fetch = async (url, init) => {
      paths.push(`${init?.method} ${new URL(String(url)).pathname}`)
      const isFirst = paths.at(-1)?.endsWith("/create") === true
      const isCanceled = paths.some((path) => path.endsWith("/cancel"))
      const [later, body] = isCanceled ? cancel : [200, confirmed]
      return new Response(JSON.stringify(isFirst ? created : body), {
        status: isFirst ? status : later
      })
    }
    const provider = prism({
      processor: "airwallex",
      accountOf: () => ({ clientId: "c", apiKey: "k", webhookSecrets: [] }),
      url: "https://airwallex.invalid/",
      library: scriptedLibrary(
        {},
        { status: "CHARGED", token: { value: "token", expiresInSeconds: 1800 } }
      ),
      relay: markingRelay(answers),
      fetch: answers
    })
    return { outcome: await Effect.runPromise(provider.charge(plainCharge())), paths }
  }

  it("is sent once that is there", async () => {
    const { outcome, paths } = await charged(201, intent())
    expect(outcome).toMatchObject({ _tag: "Approved", amount: 1250n })
    expect(paths).toEqual(["POST /", "POST /pa/payment_intents/create", "POST /"])
  })

  it.each([403, 429, 500, 503])("isn't sent after HTTP %s", async (status) => {
    const { outcome, paths } = await charged(status, { code: "x" })
    expect(["NotSent", "AccountUnavailable"]).toContain(outcome._tag)
    expect(paths).toEqual(["POST /", "POST /pa/payment_intents/create"])
  })

  it("is declined once it is canceled, if its payer would have to act", async () => {
    const { outcome, paths } = await charged(201, intent(), acting)
    expect(outcome).toMatchObject({ _tag: "Declined", rawCode: "authentication_required" })
    expect(paths).toContain("POST /pa/payment_intents/int_1/cancel")
  })

  it.each([200, 400, 401, 403, 429, 500, 503])(
    "stays pending if its cancel gets HTTP %s and doesn't end it",
    async (status) => {
      const { outcome } = await charged(201, intent(), acting, [status, acting])
      expect(outcome._tag).toBe("Pending")
    }
  )

  it("isn't sent if an earlier call may have made it", async () => {
    const { outcome, paths } = await charged(400, { code: "duplicate_request" })
    expect(outcome._tag).toBe("Unknown")
    expect(paths.at(-1)).toBe("GET /pa/payment_intents")
  })
})
