import type { Layout } from "../look/layoutRules.ts"
import type { Palette, Theme } from "../look/paint.ts"
import type { IntervalUnit } from "../texts/Texts.ts"
import type { DeviceFacts } from "./deviceFacts.ts"

/** One item of an order. */
export interface LineItem {
  readonly name: string
  readonly quantity: number
  /** The amount of the whole line, in minor units. */
  readonly amount: string
}

/** The later charges of a subscription. Amounts are in minor units. */
export interface Renewal {
  readonly amount: string
  readonly due_at: string
  readonly trial_days: number | null
  /** The setup fee, which is a part of the amount that is due now. */
  readonly setup_fee: string
  /** The number of cycles without a trial, or null if the subscription doesn't end. */
  readonly end_after_cycles: number | null
}

/** The parts of an amount that no item has, in minor units. Absent parts are unknown. */
interface AmountDetails {
  readonly tax_amount?: string
  readonly shipping_amount?: string
  readonly discount_amount?: string
  readonly duty_amount?: string
}

/** A field of an alternative method, in which the payer enters a fact. */
export interface MethodField {
  /** The fact's name in `apm.details`, or in the billing address after `billing_address.`. */
  readonly name: string
  readonly required: boolean
  /** The form of the fact, such as `iban`. It may be unknown to this page. */
  readonly format?: string
  /** The values to choose from. Countries come without names. */
  readonly options?: ReadonlyArray<{ readonly code: string; readonly name?: string }>
  /** The value to begin with. */
  readonly value?: string
}

/** The parts of a session that the element shows (`GET /session`). */
export interface PayerSession {
  readonly mode: "payment" | "subscription"
  readonly status: string
  /** The amount in minor units. */
  readonly amount: string
  readonly currency: string
  /** The description of the order, in the merchant's words. */
  readonly description: string | null
  readonly line_items: ReadonlyArray<LineItem>
  /** The parts of the amount. An older engine has none. */
  readonly amount_details?: AmountDetails | null
  readonly merchant: string
  /** The logos as `data:` URLs. They are empty if there are none. */
  readonly merchant_logo: { readonly light: string; readonly dark: string }
  readonly merchant_palette: Palette
  /** The merchant's style sheet, as the engine sanitized it. */
  readonly merchant_css: string
  /** The names of the marks beside each method, such as `visa`. */
  readonly method_marks: Readonly<Record<string, ReadonlyArray<string>>>
  readonly template_config: {
    readonly theme_mode: Theme
    readonly attribution: "shown" | "hidden"
    /** Texts that replace the page's own, as `relabelled` reads them. */
    readonly labels: Readonly<Record<string, string>>
    readonly layout: Layout
  }
  /** The template's id. Without a template it is null, and everything above is the default. */
  readonly template: string | null
  readonly interval: { readonly unit: IntervalUnit; readonly count: number } | null
  /** The later charges. It is null in mode `payment`, and if nothing is charged later. */
  readonly renewal: Renewal | null
  readonly available_methods: ReadonlyArray<string>
  /** The wallets and alternative methods to choose from. */
  readonly method_types: {
    readonly wallet: ReadonlyArray<string>
    readonly apm: ReadonlyArray<string>
  }
  /** The fields of alternative methods, by the method's name. An older engine has none. */
  readonly method_fields?: Readonly<Record<string, ReadonlyArray<MethodField>>>
  /** The kinds of mandates of debits, by the method's name. A kind may be unknown to this page. */
  readonly method_mandates?: Readonly<Record<string, string>>
  /** The alternative methods that are charged again later. An older engine has none. */
  readonly methods_to_save?: ReadonlyArray<string>
  readonly locale: string
  readonly expires_at: string
  readonly success_url: string | null
  readonly cancel_url: string | null
}

/**
 * The reason of a decline, and the advice to the payer. Codes and advice may be unknown to this
 * page.
 */
export interface Decline {
  readonly code: string
  readonly category: string
  readonly advice: string
  readonly message: string
  /** The time before which a retry is pointless, as RFC 3339, or null if time doesn't help. */
  readonly retry_after: string | null
}

/** The payer's next action. Its type may be unknown to this page. */
interface Action {
  readonly type: string
  /** The challenge's id, which a second confirm names. */
  readonly session?: string
  /** The URL of the issuer's page, or of the page that the payer is redirected to. */
  readonly url?: string
  /** The instructions for the payer, their reference and their deadline. */
  readonly text?: string
  readonly reference?: string
  readonly expires_at?: string
  /** The kind and the payload of an action for a provider's own script on this page. */
  readonly kind?: string
  readonly payload?: unknown
}

/** The state of the session's payment. A status may be unknown to this page. */
export interface CheckoutResult {
  readonly status: string
  readonly payment: string | null
  readonly action?: Action | null
  readonly decline: Decline | null
}

/** The outcome of a request. After `lost` the server may have carried it out. */
export type Answer<A> =
  | { readonly _tag: "answered"; readonly value: A }
  | { readonly _tag: "refused"; readonly status: number; readonly code: string }
  | { readonly _tag: "lost" }

/** The payer's payment, which is the body of a first confirm. */
export type Payment =
  | { readonly method: "card"; readonly card: { readonly ciphertext: string } }
  | {
      readonly method: "wallet"
      readonly wallet: { readonly type: string; readonly payload: unknown }
    }
  | ({
      readonly method: "apm"
      readonly apm: { readonly type: string } & Partial<Pick<EnteredFacts, "details">>
    } & Partial<Pick<EnteredFacts, "billing_address">>)

/** The facts that the payer entered for an alternative method, by their names in a confirm. */
export interface EnteredFacts {
  readonly details: Readonly<Record<string, string>>
  readonly billing_address: Readonly<Record<string, string>>
}

/** A payment, and the URL that a provider may redirect the payer to, or null if there is none. */
export interface Submission {
  readonly payment: Payment
  readonly returnUrl: string | null
}

/** The payer's result: the parameters of the return URL, or the result of the provider's script. */
export type Returned =
  | { readonly query: Readonly<Record<string, string>> }
  | { readonly result: unknown }

/** The operations of a payer's browser on one session. */
export interface PayerApi {
  readonly read: () => Promise<Answer<PayerSession>>
  readonly confirm: (submission: Submission) => Promise<Answer<CheckoutResult>>
  /** Sends the second confirm, after the payer has finished the challenge with this id. */
  readonly returnFromChallenge: (challenge: string) => Promise<Answer<CheckoutResult>>
  /** Submits the payer's result of an action, or null if they brought none. */
  readonly returned: (brought: Returned | null) => Promise<Answer<CheckoutResult>>
  readonly status: () => Promise<Answer<CheckoutResult>>
}

/** The address of the API, and the session's credentials. */
export interface PayerApiOptions {
  readonly api: string
  readonly publishableKey: string
  readonly sessionToken: string
  /** The facts about the payer's device that providers get. */
  readonly device: DeviceFacts
}

const readTimeoutMs = 15_000
/** The timeout of a confirm. It is longer than the engine needs to try several providers. */
const confirmTimeoutMs = 100_000

/** Creates the payer's API over `fetch`. It never throws. A failed request returns `lost`. */
export const payerApi = (options: PayerApiOptions): PayerApi => {
  const confirm = (body: object): Promise<Answer<CheckoutResult>> =>
    send(options, "/session/confirm", { ...body, device: options.device })
  return {
    read: () => send(options, "/session"),
    status: () => send(options, "/session/status"),
    confirm: ({ payment, returnUrl }) =>
      confirm({ ...payment, ...(returnUrl === null ? {} : { return_url: returnUrl }) }),
    returnFromChallenge: (challenge) => confirm({ method: "card", three_ds_session_id: challenge }),
    returned: async (brought) => {
      const isBack = (returned: Returned | true) => confirm({ method: "apm", returned })
      const answer = await isBack(brought ?? true)
      // A URL may contain parameters that the server refuses. Then the provider is asked without
      // them.
      return brought !== null && answer._tag === "refused" && answer.status === 422
        ? isBack(true)
        : answer
    }
  }
}

/**
 * Sends a request of a payer's browser: a GET without a body, and a POST with one. It never throws.
 * A failed request returns `lost`.
 */
export const send = async <A>(
  { api, publishableKey, sessionToken }: Omit<PayerApiOptions, "device">,
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
