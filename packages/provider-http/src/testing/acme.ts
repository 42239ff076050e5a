import { type ChargeRequest, declineTable, isHmac, type ModificationRequest } from "@payloom/core"
import { plainCharge } from "@payloom/testkit"
import type { HttpProviderOptions } from "../HttpProviderOptions.ts"
import type { HttpProviderTable } from "../HttpProviderTable.ts"
import { httpProvider } from "../httpProvider.ts"

/** The keys of an account at Acme. */
export interface AcmeAccount {
  readonly key: string
}

/** A provider that exists only in tests. */
export const acmeTable: HttpProviderTable<AcmeAccount> = {
  name: "acme",
  url: { test: "https://test.acme.invalid/v1", live: "https://acme.invalid/v1" },
  headers: ({ account }) => ({ authorization: `Bearer ${account.key}` }),
  idempotencyHeader: "idempotency-key",
  cards: ["token"],
  capabilities: {
    methods: ["card"],
    currencies: ["EUR"],
    refunds: "partial",
    manualCapture: true,
    partialCapture: true,
    dedupesForHours: 24,
    lookup: true,
    notifications: true,
    settleWindowMinutes: 5,
    holdHours: { default: 168 }
  },
  requests: {
    charge: {
      path: "/charges",
      body: ({ reference, amount, currency, token }) => ({ reference, amount, currency, token })
    },
    capture: { path: "/charges/{charge}/capture", body: ({ amount }) => ({ amount }) },
    void: { path: "/charges/{charge}/void" },
    refund: { path: "/charges/{charge}/refund", body: ({ amount }) => ({ amount }) },
    resume: { path: "/charges/{charge}/complete", body: ({ returned }) => ({ ...returned }) },
    cancel: { method: "DELETE", path: "/charges/{charge}" }
  },
  searches: {
    charge: {
      path: "/charges?reference={reference}",
      list: "data",
      next: "next",
      created: "created",
      absentCode: "no_such_charge"
    },
    modification: { path: "/charges/{charge}/{kind}s", list: "" }
  },
  charge: {
    id: "id",
    reference: "reference",
    amount: "amount",
    currency: "currency",
    state: "state",
    states: {
      requires_action: ["asks"],
      pending: ["pending"],
      authorized: ["held"],
      captured: ["paid"],
      voided: ["void"],
      declined: ["declined"]
    },
    declineCode: "code",
    networkCode: "scheme_code",
    payerPage: "page"
  },
  modification: {
    id: "id",
    reference: "reference",
    state: "state",
    states: { pending: ["pending"], succeeded: ["done"], failed: ["failed"] },
    failureCode: "code"
  },
  errors: {
    code: "error.code",
    message: "error.message",
    failed: ["too_much", "http_403"],
    holdExpired: ["lapsed"]
  },
  declines: declineTable({ noFunds: "no_funds" }),
  webhooks: {
    isSigned: ({ account, headers, body }) =>
      isHmac({ key: account.key, text: body, signature: headers["acme-signature"] }),
    id: "id",
    reference: "about.reference",
    charge: "about.charge"
  }
}

/** The answer of a scripted provider. */
export interface Scripted {
  readonly status?: number
  readonly body?: unknown
}

/** A request that a scripted provider got. */
interface Received {
  readonly method: string
  readonly url: string
  readonly headers: Headers
  readonly body: string
}

/** Returns a connector whose provider gives these answers, the last one again and again. */
export const acme = (
  answers: ReadonlyArray<Scripted>,
  {
    table = {},
    options = {}
  }: {
    readonly table?: Partial<HttpProviderTable<AcmeAccount>>
    readonly options?: Partial<HttpProviderOptions<AcmeAccount>>
  } = {}
) => {
  const received: Array<Received> = []
  const scripted: typeof fetch = async (input, init) => {
    const { status = 200, body } = answers[received.length] ?? answers.at(-1) ?? {}
    const { method = "GET", headers } = init ?? {}
    received.push({
      method,
      url: String(input),
      headers: new Headers(headers),
      body: String(init?.body ?? "")
    })
    return new Response(typeof body === "string" ? body : JSON.stringify(body ?? {}), { status })
  }
  const provider = httpProvider({ ...acmeTable, ...table })({
    accountOf: () => ({ key: "key" }),
    fetch: scripted,
    ...options
  })
  return { provider, received }
}

/** The account of all requests. */
export const mid = { id: "mid_1", credentials: "main" }

/** Our reference of the charge. */
export const reference = "attempt_01J0000000000000000000000A"

/** Returns a charge as the engine requests it: 12.50 EUR by a token. */
export const chargeOrder = (changes: Partial<ChargeRequest> = {}): ChargeRequest =>
  plainCharge({
    reference,
    mid,
    source: { _tag: "Vaulted", vaultReference: "card_1", token: "tok_1" },
    returnUrl: "https://shop.example/back",
    ...changes
  })

/** Returns a capture, void or refund of 7.00 EUR. */
export const changeOrder = (kind: "capture" | "void" | "refund"): ModificationRequest => ({
  reference: `${kind}_01J0000000000000000000000A`,
  charge: { mid, reference, providerReference: "ch/1" },
  amount: 700n,
  currency: "EUR",
  sendBefore: Date.now() + 10_000
})

/** Returns a charge of Acme's. */
export const charged = (changes: object = {}) => ({
  id: "ch_1",
  reference,
  amount: 1250,
  currency: "EUR",
  state: "paid",
  created: new Date().toISOString(),
  ...changes
})
