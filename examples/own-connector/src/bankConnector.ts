import { createHmac, timingSafeEqual } from "node:crypto"
import {
  classifyHttpFailure,
  definePaymentProvider,
  type HttpFailure,
  type MidAccount,
  type ModificationOutcome,
  type ModificationRequest,
  type PaymentProvider,
  type ProviderCall,
  type ProviderCapabilities
} from "@payloom/core"
import {
  foundAs,
  inBankUnits,
  modificationFound,
  modifiedBy,
  notificationsOf,
  outcomeOf
} from "./bankAnswers.ts"
import { bankDeclines } from "./bankDeclines.ts"

/** The address of the bank, and the secrets of each account. */
export interface BankOptions {
  readonly url: string
  /** Returns the secrets of a merchant account's `credentials`. The engine stores no secrets. */
  readonly accountOf: (credentials: string) => {
    readonly apiKey: string
    readonly webhookSecret: string
  }
  /** Replaces the global `fetch`, for a proxy or for tests. */
  readonly fetch?: typeof fetch
}

/** Creates a connector to the bank. */
export const bankConnector = (options: BankOptions): PaymentProvider => {
  const ask = askingOf(options)
  const modify =
    (kind: "capture" | "void" | "refund") =>
    async (request: ModificationRequest, call: ProviderCall): Promise<ModificationOutcome> => {
      const { reference, charge, amount, currency } = request
      const path = `/charges/${charge.providerReference}/${kind}`
      const order = { reference, amount: inBankUnits(amount, currency) }
      return modifiedBy(await ask(charge.mid, path, call, order))
    }

  return definePaymentProvider({
    name: "bank",
    environment: "test",
    capabilities,
    declines: bankDeclines,

    charge: async ({ mid, reference, amount, currency, capture, source, returnUrl }, call) => {
      const order = {
        reference,
        amount: inBankUnits(amount, currency),
        currency,
        capture,
        return_url: returnUrl,
        ...(source._tag === "Vaulted" ? { card: source.vaultReference } : { method: "bank_page" })
      }
      return outcomeOf(await ask(mid, "/charges", call, order))
    },

    lookup: async ({ mid, reference }, call) => {
      const [charge] = await ask(mid, `/charges?reference=${reference}`, call)
      return charge === undefined ? { _tag: "Absent" } : foundAs(charge)
    },

    resume: async ({ mid, providerReference, returned }, call) => {
      const result = returned?.query?.bank_result ?? null
      return outcomeOf(await ask(mid, `/charges/${providerReference}/complete`, call, { result }))
    },

    cancel: async ({ mid, providerReference }, call) => {
      const { status } = await ask(mid, `/charges/${providerReference}/cancel`, call, {})
      return status === "canceled"
        ? { _tag: "Canceled" }
        : { _tag: "NotCanceled", reason: `The bank's status is ${status}.` }
    },

    capture: modify("capture"),
    void: modify("void"),
    refund: modify("refund"),

    lookupModification: async ({ kind, reference, charge }, call) => {
      const [made] = await ask(charge.mid, `/${kind}s?reference=${reference}`, call)
      return made === undefined ? { _tag: "Absent" } : modificationFound(made)
    },

    readNotification: (mid, { headers, body }) =>
      isSigned(options.accountOf(mid.credentials).webhookSecret, headers, body)
        ? notificationsOf(JSON.parse(body))
        : null
  })
}

const capabilities: ProviderCapabilities = {
  methods: ["card", "apm"],
  apms: ["bank_page"],
  currencies: ["EUR", "ISK", "KWD"],
  amountStep: { KWD: 10n },
  refunds: "partial",
  manualCapture: true,
  partialCapture: true,
  holdHours: { default: 168 },
  dedupesForHours: 24,
  lookup: true,
  settleWindowMinutes: 5,
  notifications: true,
  usesCardRelay: false
}

/** Returns the bank's answer. Throws everything else as the outcome that it means. */
const askingOf =
  ({ url, accountOf, fetch: send = fetch }: BankOptions) =>
  async (mid: MidAccount, path: string, { signal }: ProviderCall, body?: object) => {
    const response = await send(`${url}${path}`, {
      method: body === undefined ? "GET" : "POST",
      headers: { authorization: `Bearer ${accountOf(mid.credentials).apiKey}` },
      body: body === undefined ? null : JSON.stringify(body),
      signal
    })
    const text = await response.text()
    const failure = classifyHttpFailure(response)
    if (failure !== null) throw failure
    const answer = JSON.parse(text)
    if (answer.error === undefined) return answer
    // The bank rejected the request, so no money moved. The account or this connector is wrong.
    throw {
      _tag: "AccountUnavailable",
      reason: answer.message,
      rawCode: answer.error
    } satisfies HttpFailure
  }

/** The greatest age of a signature. An older one may be a copy. */
const toleranceMs = 5 * 60_000

/** Returns true if the bank signed the body recently. Compares in constant time. */
const isSigned = (
  secret: string,
  { "bank-timestamp": at = "", "bank-signature": signature = "" }: Readonly<Record<string, string>>,
  body: string
): boolean => {
  const expected = createHmac("sha256", secret).update(`${at}.${body}`).digest()
  const given = Buffer.from(signature, "hex")
  const isTheirs = given.length === expected.length && timingSafeEqual(given, expected)
  return isTheirs && Math.abs(Date.now() - Number(at)) < toleranceMs
}
