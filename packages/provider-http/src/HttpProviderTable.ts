import type {
  CardMarks,
  ChargeFound,
  ChargeRequest,
  DeclineTable,
  Fields,
  ModificationFound,
  ModificationRequest,
  ProviderCapabilities,
  ProviderUnits
} from "@payloom/core"
import type { ChangeLists } from "./ChangeLists.ts"
import type { Field } from "./fields.ts"
import type { Webhooks } from "./Webhooks.ts"

/** The kinds of changes to a charge. */
export type ModificationKind = "capture" | "void" | "refund" | "increment"

/** An amount in the form that `amounts` says. */
export type WrittenAmount = number | string

/**
 * The form of amounts at the provider.
 *
 * - `integer`: minor units as a number, such as `1250`. The default.
 * - `integer_text`: minor units as a text, such as `"1250"`.
 * - `decimal`: whole units as a number, such as `12.5`.
 * - `decimal_text`: whole units as a text, such as `"12.50"`.
 */
export interface AmountForm extends ProviderUnits {
  readonly form?: "integer" | "integer_text" | "decimal" | "decimal_text"
}

/** A charge that is about to be sent. */
export interface ChargeOrder<Account> {
  /** Our reference. Send it as the provider's merchant reference. */
  readonly reference: string
  readonly amount: WrittenAmount
  /** An ISO 4217 code. */
  readonly currency: string
  /** True to take the money now, false to hold it. */
  readonly capture: boolean
  /** The address that the payer comes back to. Null if no payer is present. */
  readonly returnUrl: string | null
  /** The marks of a card or of a decrypted wallet that the relay sends. Null for other sources. */
  readonly card: CardMarks | null
  /** The provider's own token of a card, or the vault's reference of it. Null for other sources. */
  readonly token: string | null
  /** The name of a wallet or of an alternative method, such as `ideal`. Null for cards. */
  readonly method: string | null
  readonly account: Account
  /** The whole request of the engine. */
  readonly request: ChargeRequest
}

/** A capture, void, refund or increment that is about to be sent. */
export interface ModificationOrder<Account> {
  /** Our reference. */
  readonly reference: string
  /** The provider's id of the charge. It is escaped for a path. */
  readonly charge: string
  readonly amount: WrittenAmount
  /** An ISO 4217 code. */
  readonly currency: string
  readonly account: Account
  /** The whole request of the engine. */
  readonly request: ModificationRequest
}

/** A payer who came back, or a charge whose payer is no longer awaited. */
export interface PayerOrder<Account> {
  /** Our reference. */
  readonly reference: string
  /** The provider's id of the charge. It is escaped for a path. */
  readonly charge: string
  /** The fields of the address that the payer came back with. Empty if there are none. */
  readonly returned: Readonly<Record<string, string>>
  readonly account: Account
}

/** A request that changes something: a POST, unless `method` is another. */
export interface HttpRequest<Order> {
  readonly method?: "POST" | "PUT" | "PATCH" | "DELETE"
  /**
   * The path below the provider's address, with a slash first. `{charge}` and `{reference}` stand
   * for the order's.
   */
  readonly path: string | ((order: Order) => string)
  /** The fields of the body. Fields that are null or undefined are left out. None if absent. */
  readonly body?: (order: Order) => Fields
}

/** A search for a charge, capture, void, refund or increment. */
export interface Search<Query> {
  /**
   * The path below the provider's address, with a slash first. `{charge}`, `{reference}` and
   * `{kind}` stand for the query's.
   */
  readonly path: string | ((query: Query) => string)
  /**
   * The list in the answer. Absent if the answer is the object itself, and `""` if the answer is
   * the list itself.
   */
  readonly list?: Field
  /**
   * The address of the next page of the list, the newest first. At most 20 pages are read. Null on
   * the last page. Absent if the list has only one page.
   */
  readonly next?: Field
  /**
   * The time in an object of the list, as a date, in seconds or in milliseconds. Older pages than
   * the charge are not read.
   */
  readonly created?: Field
  /**
   * The error code with which the provider answers if there is no such object, such as `http_404`.
   * Absent if the answer is an empty list.
   */
  readonly absentCode?: string
  /** Returns the object with more of the provider's answers in it. `get` is a request. */
  readonly complete?: (object: Fields, get: Get) => Promise<Fields>
}

/** Returns the JSON at a path. Rejects if the answer is none with a status of 200. */
export type Get = (path: string) => Promise<unknown>

/** A search for a charge. */
export interface ChargeSearch {
  /** Our reference. */
  readonly reference: string
  /** The provider's id, escaped for a path. Null if it is unknown. */
  readonly charge: string | null
}

/** A search for a capture, void, refund or increment. */
export interface ModificationSearch {
  readonly kind: ModificationKind
  /** Our reference. */
  readonly reference: string
  /** The provider's id of the charge. It is escaped for a path. */
  readonly charge: string
}

/** The facts that a field may depend on, beside the provider's object. */
export interface About {
  /** The HTTP status of the answer. 200 in a look-up. */
  readonly status: number
  /** True if the charge was to take the money at once. */
  readonly capture: boolean
}

/** The places of a charge's facts in the provider's object. */
export interface ChargeFields {
  /** The provider's id. */
  readonly id: Field
  /** Our reference. A charge that is found must have it. */
  readonly reference: Field
  /** The amount that was taken or is held, and not the requested one. */
  readonly amount: Field
  readonly currency: Field
  /** The total that was captured. Absent if the provider doesn't say. */
  readonly amountCaptured?: Field
  /** The provider's word for the state. A function may tell states apart that share a word. */
  readonly state: Field
  /** The provider's words for each state. A word that is missing here leaves a charge unknown. */
  readonly states: { readonly [state in ChargeFound["state"]]?: ReadonlyArray<string> }
  /** The provider's code of a decline. */
  readonly declineCode: Field
  /** The scheme's code of a decline. */
  readonly networkCode?: Field
  /** The provider's words about a decline. */
  readonly message?: Field
  /** The page that the payer has to visit. Needed for the state `requires_action`. */
  readonly payerPage?: Field
  /** The time until which the payer can act there. Half an hour if absent. */
  readonly payerUntil?: Field
  /** The scheme's reference. */
  readonly networkReference?: Field
  /** The issuer's approval code. */
  readonly authCode?: Field
  /** The time until which a hold lasts, as a date, in seconds or in milliseconds. */
  readonly holdsUntil?: Field
}

/** The places of the facts about a capture, void, refund or increment in the provider's object. */
export interface ModificationFields {
  /** The provider's id. */
  readonly id: Field
  /** Our reference. */
  readonly reference: Field
  /** The provider's word for the kind. Absent if each kind has a search of its own. */
  readonly kind?: Field
  /** The provider's word for each kind. */
  readonly kinds?: { readonly [kind in ModificationKind]?: string }
  /** The provider's word for the state. The HTTP status, such as `202`, if absent. */
  readonly state?: Field
  /** The provider's words for each state. A word that is missing here leaves it unknown. */
  readonly states: { readonly [state in ModificationFound["state"]]?: ReadonlyArray<string> }
  /** The provider's code of a failure. */
  readonly failureCode?: Field
}

/** The meanings of answers that are errors. */
export interface ErrorFields {
  /** The provider's code. The HTTP status, such as `http_422`, if absent or empty. */
  readonly code?: Field
  readonly message?: Field
  /** The codes of captures, voids, refunds and increments that can never pass. */
  readonly failed?: ReadonlyArray<string>
  /** The codes of captures and voids that came too late. */
  readonly holdExpired?: ReadonlyArray<string>
}

/** Facts about a charge that a provider may be unable to take. */
export type Support =
  /** Charges that start or continue an agreement with the cardholder. */
  | "agreements"
  /** The result of the merchant's own 3DS server. */
  | "three_ds"
  /** Checks of a card without a charge. */
  | "checks"

/** The keys of an account, and the request that is signed by them. */
export interface Signing<Account> {
  readonly account: Account
  readonly method: string
  readonly path: string
  /** Null if the request has no body. */
  readonly body: string | null
}

/** A payment provider as a table. */
export interface HttpProviderTable<Account> {
  /** 1 to 40 lower-case letters, digits, `-` or `_`. Merchant accounts refer to it. */
  readonly name: string
  /** The addresses of the API, without a slash at the end. */
  readonly url: { readonly test: string; readonly live: string }
  /** Returns the headers of a request, with the account's keys. */
  readonly headers: (
    signing: Signing<Account>
  ) => Readonly<Record<string, string>> | Promise<Readonly<Record<string, string>>>
  /** The header for our reference, by which the provider recognizes a repeat. */
  readonly idempotencyHeader?: string
  /** The form of bodies. `json` if absent. A form has nested fields as `a[b]`. */
  readonly format?: "json" | "form"
  readonly amounts?: AmountForm
  readonly capabilities: Omit<ProviderCapabilities, "usesCardRelay" | "networkTokens">
  /**
   * The cards that it can charge: those of your vault through its `relay`, those of which it has a
   * `token`, and those that the provider's own `vault` keeps.
   */
  readonly cards: ReadonlyArray<"relay" | "token" | "vault">
  /** Charges of other kinds are refused before anything is sent. None if absent. */
  readonly supports?: ReadonlyArray<Support>
  readonly declines: DeclineTable
  readonly requests: {
    readonly charge: HttpRequest<ChargeOrder<Account>>
    readonly capture?: HttpRequest<ModificationOrder<Account>>
    readonly void?: HttpRequest<ModificationOrder<Account>>
    readonly refund?: HttpRequest<ModificationOrder<Account>>
    readonly increment?: HttpRequest<ModificationOrder<Account>>
    /** Completes a charge whose payer came back. If absent, the charge is looked up. */
    readonly resume?: HttpRequest<PayerOrder<Account>>
    /** Cancels a charge that waits for its payer. It is canceled if it is declined afterwards. */
    readonly cancel?: HttpRequest<PayerOrder<Account>>
  }
  /** The searches. Required for the capability `lookup`. */
  readonly searches?: {
    readonly charge: Search<ChargeSearch>
    readonly modification?: Search<ModificationSearch>
  }
  /** The lists for restored stores. Absent if the provider has none. */
  readonly changes?: ChangeLists
  readonly charge: ChargeFields
  readonly modification?: ModificationFields
  readonly errors?: ErrorFields
  readonly webhooks?: Webhooks<Account>
}
