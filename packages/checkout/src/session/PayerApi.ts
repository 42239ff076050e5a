import type { Layout } from "../look/layoutRules.ts"
import type { Palette, Theme } from "../look/paint.ts"
import type { IntervalUnit } from "../texts/Texts.ts"
import type { DeviceFacts } from "./deviceFacts.ts"

/** One line of what is paid. */
export interface LineItem {
  readonly name: string
  readonly quantity: number
  /** Of the whole line, in minor units. */
  readonly amount: string
}

/** What a subscription charges beyond what is paid now; amounts are minor units. */
export interface Renewal {
  readonly amount: string
  readonly due_at: string
  readonly trial_days: number | null
  /** A part of what is paid now. */
  readonly setup_fee: string
  /** How many cycles there are, a trial not counted, or null where it goes on. */
  readonly end_after_cycles: number | null
}

/** The parts of a session's view that the element paints (`GET /session`). */
export interface PayerSession {
  readonly mode: "payment" | "subscription"
  readonly status: string
  /** Minor units. */
  readonly amount: string
  readonly currency: string
  /** What is paid, in the merchant's words. */
  readonly description: string | null
  readonly line_items: ReadonlyArray<LineItem>
  readonly merchant: string
  /** Images as `data:` URLs; empty where there is none. */
  readonly merchant_logo: { readonly light: string; readonly dark: string }
  readonly merchant_palette: Palette
  /** A style sheet that the engine has let through. */
  readonly merchant_css: string
  /** By method, the names of the signs beside it, such as `visa`. */
  readonly method_marks: Readonly<Record<string, ReadonlyArray<string>>>
  readonly template_config: {
    readonly theme_mode: Theme
    readonly attribution: "shown" | "hidden"
    /** Texts in the place of the page's own, as `relabelled` reads them. */
    readonly labels: Readonly<Record<string, string>>
    readonly layout: Layout
  }
  /** Null without one; everything above is then the usual. */
  readonly template: string | null
  readonly interval: { readonly unit: IntervalUnit; readonly count: number } | null
  /** Null in mode `payment`, and where nothing is charged later. */
  readonly renewal: Renewal | null
  readonly available_methods: ReadonlyArray<string>
  /** The wallets and alternative methods to choose from. */
  readonly method_types: {
    readonly wallet: ReadonlyArray<string>
    readonly apm: ReadonlyArray<string>
  }
  readonly locale: string
  readonly expires_at: string
  readonly success_url: string | null
  readonly cancel_url: string | null
}

/** Why a payment was declined, and what to do next. Codes and advice may be new ones. */
export interface Decline {
  readonly code: string
  readonly category: string
  readonly advice: string
  readonly message: string
  readonly retry_after: string | null
}

/** What the payer has to do next; a type may be a new one. */
interface Action {
  readonly type: string
  /** The challenge's id, which a second confirm names. */
  readonly session?: string
  /** The issuer's page, or where the payer has to go. */
  readonly url?: string
  /** What the payer is to do by themselves, under which reference and until when. */
  readonly text?: string
  readonly reference?: string
  readonly expires_at?: string
  /** What the provider's own script is to do on this page, and with what. */
  readonly kind?: string
  readonly payload?: unknown
}

/** How the session's payment stands; a status may be a new one. */
export interface CheckoutResult {
  readonly status: string
  readonly payment: string | null
  readonly action?: Action | null
  readonly decline: Decline | null
}

/** What became of a request; after `lost` the server may have carried it out. */
export type Answer<A> =
  | { readonly _tag: "answered"; readonly value: A }
  | { readonly _tag: "refused"; readonly status: number; readonly code: string }
  | { readonly _tag: "lost" }

/** How a payer pays: the body of a first confirm. */
export type Payment =
  | { readonly method: "card"; readonly card: { readonly ciphertext: string } }
  | {
      readonly method: "wallet"
      readonly wallet: { readonly type: string; readonly payload: unknown }
    }
  | { readonly method: "apm"; readonly apm: { readonly type: string } }

/** A payment, and where a provider may send the payer back to, or null where it can't. */
export interface Submission {
  readonly payment: Payment
  readonly returnUrl: string | null
}

/** What a payer brought back: in the address that they came to, or by the provider's script. */
export type Returned =
  | { readonly query: Readonly<Record<string, string>> }
  | { readonly result: unknown }

/** The three operations that a payer's browser has, for one session. */
export interface PayerApi {
  readonly read: () => Promise<Answer<PayerSession>>
  readonly confirm: (submission: Submission) => Promise<Answer<CheckoutResult>>
  /** The second confirm, once the payer has been through the challenge with this id. */
  readonly returnFromRedirect: (challenge: string) => Promise<Answer<CheckoutResult>>
  /** The payer has done what a provider asked of them, or null where they brought nothing back. */
  readonly returned: (brought: Returned | null) => Promise<Answer<CheckoutResult>>
  readonly status: () => Promise<Answer<CheckoutResult>>
}

/** Where the API is, and whose session it is about. */
export interface PayerApiOptions {
  readonly api: string
  readonly publishableKey: string
  readonly sessionToken: string
  /** What providers are told of the payer's device. */
  readonly device: DeviceFacts
}

const readTimeoutMs = 15_000
/** Longer than the engine asks several providers in turn. */
const confirmTimeoutMs = 100_000

/** The payer surface over fetch. It never throws: no answer is an answer too. */
export const payerApi = (options: PayerApiOptions): PayerApi => {
  const confirm = (body: object): Promise<Answer<CheckoutResult>> =>
    send(options, "/session/confirm", { ...body, device: options.device })
  return {
    read: () => send(options, "/session"),
    status: () => send(options, "/session/status"),
    confirm: ({ payment, returnUrl }) =>
      confirm({ ...payment, ...(returnUrl === null ? {} : { return_url: returnUrl }) }),
    returnFromRedirect: (challenge) => confirm({ method: "card", three_ds_session_id: challenge }),
    returned: async (brought) => {
      const isBack = (returned: Returned | true) => confirm({ method: "apm", returned })
      const answer = await isBack(brought ?? true)
      // An address may hold what can't be handed on: the provider is then asked, not told.
      return brought !== null && answer._tag === "refused" && answer.status === 422
        ? isBack(true)
        : answer
    }
  }
}

const send = async <A>(
  { api, publishableKey, sessionToken }: PayerApiOptions,
  path: string,
  body?: object
): Promise<Answer<A>> => {
  try {
    const response = await fetch(`${api.replace(/\/$/, "")}${path}`, {
      method: body === undefined ? "GET" : "POST",
      headers: {
        Authorization: `Bearer ${publishableKey}`,
        "Session-Token": sessionToken,
        ...(body === undefined ? {} : { "Content-Type": "application/json" })
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      cache: "no-store",
      credentials: "omit",
      referrerPolicy: "no-referrer",
      signal: AbortSignal.timeout(body === undefined ? readTimeoutMs : confirmTimeoutMs)
    })
    const json = await response.json()
    if (response.ok) return { _tag: "answered", value: json }
    const { status } = response
    const isRefusal = status >= 400 && status < 500 && status !== 429
    return isRefusal
      ? { _tag: "refused", status, code: String(json?.error?.code) }
      : { _tag: "lost" }
  } catch {
    return { _tag: "lost" }
  }
}
