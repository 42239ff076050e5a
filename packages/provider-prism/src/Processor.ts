import type {
  CardChecks,
  ChangeListing,
  ChangesQuery,
  ChargeLookup,
  ChargeOutcome,
  ChargePending,
  ChargeQuery,
  ChargeRequest,
  DeclineTable,
  Fields,
  KnownCharge,
  ModificationLookup,
  ModificationOutcome,
  ModificationQuery,
  ModificationRequest,
  NetworkTokenMarks,
  ProviderCapabilities,
  ProviderNotification,
  RawNotification
} from "@payloom/core"
import type { BuiltRequest, Message, ParsedAnswer, RawAnswer } from "./library/PrismLibrary.ts"

/** The kinds of calls that move money. */
export type Kind = "charge" | "capture" | "void" | "refund"

/** A statement about a processor, with the document that says so. */
export interface Fact {
  readonly says: string
  /** The address of the processor's own document. */
  readonly source: string
  /**
   * The day on which the document was read, or the date that it bears. Null if this part of it was
   * not read.
   */
  readonly read: string | null
}

/** The way in which a processor charges network tokens, and the document that describes it. */
export interface NetworkTokens extends Fact {
  /**
   * Puts a network token in place of the card, in a body that the library built for a card. The
   * number and the expiry date are placeholders there, and stay. Returns null if the processor
   * can't charge this token.
   */
  readonly withToken: (body: Fields, token: NetworkTokenMarks) => Fields | null
  /**
   * Returns true if a charge needs a cryptogram. By default only the charges of payers who are
   * present need one.
   */
  readonly needsCryptogram?: (request: ChargeRequest) => boolean
}

/** The facts that make charges at a processor safe, for the documentation and for readers. */
export interface Safety {
  /** How repeated requests are recognized. */
  readonly repeats: Fact
  /** How a charge is found by our reference. Null if the processor has no such search. */
  readonly lookup: Fact | null
  /** How notifications are signed. */
  readonly notifications: Fact
}

/** A detail of the payer: of the customer, the billing address or the device. */
export type PayerDetail = "name" | "email" | "country" | "ip"

/** An amount in minor units of ISO 4217. */
export interface Money {
  readonly amount: bigint
  readonly currency: string
}

/** The approval in a processor's own answer. The amount is the processor's, never the requested. */
export interface Charged extends Money {
  readonly providerReference: string
  /** True if the money was taken, false if it is held. Undefined if the answer doesn't say. */
  readonly captured?: boolean
  readonly networkReference?: string | null
  readonly authCode?: string | null
  readonly checks?: CardChecks | null
  readonly holdsUntil?: number | null
}

/** The decline in a processor's own answer. */
export interface Refused {
  readonly rawCode: string
  readonly networkCode: string | null
  readonly message: string | null
  readonly networkAdvice?: "never" | "later" | "fix" | null
}

/** A request that is about to be sent, and its order. */
export interface Sent<Account> {
  readonly account: Account
  readonly kind: Kind
  readonly request: ChargeRequest | ModificationRequest
  /** True if the payer is sent to the processor's page for 3-D Secure. */
  readonly asks: boolean
}

/**
 * Sends a request that moves no money, with the account's keys. With a body it is a POST. Rejects
 * with the meaning of the failure if there is no answer of the processor's own.
 */
export type Ask = (path: string, init?: { readonly body: string }) => Promise<RawAnswer>

/** The outcome of a call that is certain before it is sent. */
export interface Decided<Outcome = ModificationOutcome> {
  readonly decided: Outcome
}

/** The charge of a call, for reading its answer. */
export interface Asked {
  readonly kind: Kind
  readonly reference: string
  readonly capture: boolean
}

/** A processor behind the library: everything that the connector knows about it. */
export interface Processor<Account> {
  /** The library's own name of the processor. */
  readonly id: string
  /** The name for people. */
  readonly title: string
  readonly safety: Safety
  /** Returns the address of an account's API. It ends with a slash. */
  readonly urlOf: (environment: "test" | "live", account: Account) => string
  readonly capabilities: Omit<ProviderCapabilities, "usesCardRelay">
  readonly declines: DeclineTable
  /**
   * The reason why a card can't be charged through a relay. Null if it can: nothing in the request
   * is signed over the card, and every detail of the card is a text.
   */
  readonly refusesRelay: string | null
  /** True if the processor's own tokens can be charged, without the card's number. */
  readonly takesTokens: boolean
  /** The library's flow that charges a token. The default is `token_authorize`. */
  readonly tokenFlow?: "token_authorize" | "charge" | "authorize"
  /**
   * The library's flow that charges a card through a relay. The default is `proxy_authorize`. With
   * `authorize` the library gets a stand-in card, whose number is replaced by a placeholder.
   */
  readonly cardFlow?: "proxy_authorize" | "authorize"
  /** How network tokens are charged in place of card numbers, or the reason why they aren't. */
  readonly networkTokens: NetworkTokens | string
  /** The details of the payer that a charge needs. Without them it is refused before it is sent. */
  readonly needs?: ReadonlyArray<PayerDetail>
  /** The library's name of each alternative payment method, by the engine's name. */
  readonly apms?: Readonly<Record<string, string>>
  /** The details of a charge that the request contains. All others are left out. */
  readonly sends: ReadonlyArray<"description" | "statement_descriptor">
  /** True if `adjust` marks a charge that the merchant starts for an agreement. */
  readonly framesAgreements: boolean
  /**
   * True if the library can send payers to the processor's page for 3-D Secure, and the charge is
   * complete once the payer has answered there.
   */
  readonly asksPayers: boolean
  /**
   * The way in which an authentication by the merchant's own 3DS server is sent: by the library, or
   * by `adjust`. With `none` such a charge is refused before it is sent.
   */
  readonly passesThreeDs: "library" | "adjust" | "none"
  /** True if a card can be checked without a charge. */
  readonly checksCards: boolean
  /** True if requests need an access token. */
  readonly needsToken?: boolean
  /**
   * Returns the account's keys in the library's form. `url` is the address of the API. The currency
   * is null if no amount is sent.
   */
  readonly config: (account: Account, url: string, currency: string | null) => Message
  /** Returns the headers of requests that the library doesn't build. */
  readonly headers: (account: Account, token: string | null) => Readonly<Record<string, string>>
  /**
   * Returns the fields of the library's charge request that only this processor needs. It may ask
   * for them first, such as for a session. Nothing is sent if that fails. Returns `decided` if an
   * earlier call may have made the charge.
   */
  readonly chargeFields?: (
    request: ChargeRequest,
    account: Account,
    ask: Ask
  ) => Promise<Message | Decided<ChargeOutcome>> | Message | Decided<ChargeOutcome>
  /**
   * Returns the fields of the library's other requests that only this processor needs. Returns
   * `decided` if the outcome is certain. Then nothing is sent.
   */
  readonly modificationFields?: (
    kind: Exclude<Kind, "charge">,
    request: ModificationRequest,
    ask: Ask,
    account: Account
  ) => Promise<Message | Decided> | Message | Decided
  /** Adds the key by which a repeat is recognized, and our references. */
  readonly adjust: (built: BuiltRequest, sent: Sent<Account>) => BuiltRequest
  /**
   * Signs a request with the account's keys, right before it is sent. It is for processors whose
   * signature covers the whole request. It signs the requests of look-ups too.
   */
  readonly sign?: (built: BuiltRequest, account: Account) => BuiltRequest
  /** Returns the approval in an answer, or null if the answer has no readable amount. */
  readonly charged: (body: Fields, asked: Asked) => Charged | null
  /**
   * Looks the amount of an approval up, if its answer has none. The charge is Pending if the
   * processor will have the amount later. It is Unknown if the result is null, or if the look-up
   * fails.
   */
  readonly complete?: (
    body: Fields,
    asked: Asked,
    ask: Ask,
    account: Account
  ) => Promise<Charged | ChargePending | null>
  /**
   * Decides a charge that is pending, such as one whose payer would have to act and can't be sent
   * away. The charge stays pending if the result is null, or if this fails.
   */
  readonly decidePending?: (
    answer: RawAnswer,
    asked: Asked,
    ask: Ask
  ) => Promise<ChargeOutcome | null>
  /** Returns the decline in an answer. By default the library's reading is used. */
  readonly refused?: (body: Fields) => Refused | null
  /** Returns the outcome of a charge whose answer the library can't tell apart. Null leaves it. */
  readonly chargeOutcome?: (
    answer: RawAnswer,
    parsed: ParsedAnswer | null,
    asked: Asked
  ) => ChargeOutcome | null
  /** Returns the outcome of a capture, void or refund, or null for the usual reading. */
  readonly modificationOutcome?: (
    kind: Exclude<Kind, "charge">,
    answer: RawAnswer,
    request: ModificationRequest
  ) => ModificationOutcome | null
  readonly lookups?: {
    readonly charge: (ask: Ask, query: ChargeQuery, account: Account) => Promise<ChargeLookup>
    readonly modification: (
      ask: Ask,
      query: ModificationQuery,
      account: Account
    ) => Promise<ModificationLookup>
  }
  /**
   * Lists the charges and refunds since a time. Absent if the processor has no list of all of them,
   * or only a search index that lags behind. The library has no such flow, so this asks by itself.
   */
  readonly listChanges?: (ask: Ask, query: ChangesQuery) => Promise<ChangeListing>
  /** Checks the signature of a notification and reads it. Null if the signature is wrong. */
  readonly readNotification: (
    account: Account,
    notification: RawNotification,
    known: (reference: string) => Promise<KnownCharge | null>,
    more: { readonly environment: "test" | "live"; readonly ask: Ask }
  ) => Promise<ReadonlyArray<ProviderNotification> | null>
}
