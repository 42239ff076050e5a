/** The expected text of a symbol in an editor. */
export interface ExpectedHover {
  /** A line of a program. `‸` is in front of the symbol. */
  readonly code: string
  /** The expected signature. */
  readonly reads: string
  /** A part of the documentation below. */
  readonly says: string
}

/** The program that contains the lines. */
export const preamble = `import {
  type AccountSettings, type Alert, type AttemptExplanation, type Caller, type CardVaultPort,
  type ChargeApproved, type ChargeDeclined, type ChargeRequest, type CheckoutSession,
  type CreateCheckoutSession, type CreateMid, type CreatePayment, type EngineError,
  type EngineOptions, type EngineSetup, type Merchant, type PayerSession, type Payment,
  type PaymentProvider, type PaymentStatus, type Plan, type ProviderCapabilities,
  type ResumeRequest, type RiskPort, type Services, type SettlementRow, type StoragePort,
  type Tenant, type ThreeDsServerPort, Engine, InvalidInput, isEngineError, Payloom,
  PaymentNotRefundable, StorageUnavailable
} from "@payloom/core"
declare const alert: Alert, approved: ChargeApproved, attempt: AttemptExplanation
declare const caller: Caller, capabilities: ProviderCapabilities, charge: ChargeRequest
declare const declined: ChargeDeclined, error: EngineError, input: CreatePayment
declare const mid: CreateMid, options: EngineOptions, payloom: Payloom, payment: Payment
declare const plan: Plan, provider: PaymentProvider, resume: ResumeRequest, risk: RiskPort
declare const row: SettlementRow
declare const services: Services, session: CheckoutSession, sessionInput: CreateCheckoutSession
declare const settings: AccountSettings, setup: EngineSetup, shop: Merchant, status: PaymentStatus
declare const storage: StoragePort, tenant: Tenant, threeDs: ThreeDsServerPort
declare const vault: CardVaultPort, view: PayerSession
const payer = payloom.payer({ publishableKey: "pk_test_1", sessionToken: "1" })
`

const shown = (code: string, reads: string, says: string): ExpectedHover => ({ code, reads, says })

const operations: ReadonlyArray<ExpectedHover> = [
  shown(
    'shop.payments.‸create(input, { idempotencyKey: "1" })',
    "create: (input: CreatePayment, options: MutationOptions) => Promise<Payment>",
    "Charges it at once if an instrument is given"
  ),
  shown(
    'shop.payments.‸list({ status: "succeeded" })',
    "list: (query?: ListPayments) => Promise<List<Payment>>",
    "newest first"
  ),
  shown(
    'shop.payments.‸list({ expand: ["customer"] })',
    'Promise<List<ExpandedPayment<"customer">>>',
    "newest first"
  ),
  shown(
    'shop.payments.‸iterate({ status: ["succeeded", "refunded"] })',
    "iterate: (query?: IteratePayments) => AsyncIterable<Payment>",
    "read as needed"
  ),
  shown(
    'shop.subscriptions.‸listCycles("sub_1")',
    "listCycles: (subscription: string, query?: ListBillingCycles) => Promise<List<BillingCycle>>",
    "by sequence"
  ),
  shown(
    'shop.subscriptions.‸listCycles("sub_1", { expand: ["payment"] })',
    "Promise<List<ExpandedBillingCycle>>",
    "in place of its id"
  ),
  shown(
    'shop.subscriptions.‸iterateCycles("sub_1")',
    "iterateCycles: (subscription: string, query?: IterateBillingCycles) => AsyncIterable<",
    "Iterates over all billing cycles of a subscription, by sequence."
  ),
  shown(
    "shop.payments.‸retrieve",
    "retrieve: (id: string) => Promise<Payment>",
    "`ResourceNotFound`"
  ),
  shown(
    "shop.payments.‸iterateAttempts",
    "(paymentId: string, query?: PageLimit | undefined) => AsyncIterable<Attempt>",
    "oldest"
  ),
  shown(
    "shop.payments.‸capture",
    "(payment: string, input: CapturePayment, options: MutationOptions) => Promise<Capture>",
    "`PaymentNotCapturable`"
  ),
  shown(
    "shop.payments.‸refund",
    "(payment: string, input: CreateRefund, options: MutationOptions) => Promise<Refund>",
    "minor units"
  ),
  shown("shop.payments.‸explain", "(id: string) => Promise<AttemptExplanation[]>", "routed"),
  shown(
    "shop.customers.‸update",
    "(id: string, input: UpdateCustomer, options: MutationOptions) => Promise<Customer>",
    "Null clears a field"
  ),
  shown(
    "shop.customers.‸iterate",
    "(query?: IterateCustomers | undefined) => AsyncIterable<Customer>",
    "newest first"
  ),
  shown(
    "shop.plans.‸supersede",
    "(id: string, input: SupersedePlan, options: MutationOptions) => Promise<Plan>",
    "`grandfathered`"
  ),
  shown(
    "shop.paymentInstruments.‸detach",
    "detach: (id: string) => Promise<PaymentInstrument>",
    "no idempotency key"
  ),
  shown(
    "shop.checkout.‸create",
    "(input: CreateCheckoutSession, options: MutationOptions) => Promise<CheckoutSession>",
    "in minor units"
  ),
  shown("shop.checkout.‸look", "look: (id: string) => Promise<SessionAppearance>", "not a secret"),
  shown(
    "shop.templates.‸publish",
    "publish: (id: string) => Promise<BrandingTemplate>",
    "all sessions"
  ),
  shown("shop.routing.‸createMid", "createMid: (input: CreateMid) => Promise<Mid>", "charge on"),
  shown(
    "shop.routing.‸setRules",
    "(rules: readonly RoutingRuleInput[], options?: SetRulesOptions | undefined) => " +
      "Promise<readonly RoutingRule[]>",
    "Replaces all"
  ),
  shown("shop.cards.‸save", "save: (input: SaveCard) => Promise<CardInstrument>", "ciphertext"),
  shown(
    "shop.ledger.‸statement",
    "(account: string, query?: StatementQuery | undefined) => Promise<Statement>",
    "oldest"
  ),
  shown("shop.‸payments", 'payments: Payments<"promise">', "Payments, and all operations on them"),
  shown(
    "payer.‸confirm",
    "(input: ConfirmSession, request?: PayerRequest | undefined) => Promise<CheckoutResult>",
    "Pays the session"
  ),
  shown("payer.‸read", "read: () => Promise<PayerSession>", "The first read opens the session"),
  shown(
    "payloom.‸payer",
    '(credentials: PayerCredentials) => Payer<"promise">',
    "session of their token"
  ),
  shown("payloom.‸merchant", "merchant: (scope: Scope) => Merchant", "operations of a merchant"),
  shown("payloom.tenants.‸create", "(input: CreateTenant) => Promise<Tenant>", "live mode"),
  shown("payloom.tenants.‸find", "(reference: string) => Promise<Tenant | null>", "reference"),
  shown(
    "payloom.tenants.‸createApiKey",
    "Promise<CreatedApiKey>",
    "Only this answer shows the key"
  ),
  shown(
    "Payloom.‸make",
    "(setup: PayloomSetup<E, Own, Without>) => Promise<Payloom<Own, Without>>",
    "`SetupInvalid`"
  ),
  shown(
    "services.payments.‸create",
    "(caller: Caller, input: CreatePayment, options: MutationOptions) => " +
      "Effect<Answer<Payment>, CustomerErased | EngineClosed | HostWriteFailed | ",
    "`InstrumentDetached`"
  ),
  shown(
    "services.payments.‸list(caller)",
    "(caller: Caller, query?: ListPayments) => Effect<List<Payment>, EngineClosed | InvalidInput",
    "newest first"
  ),
  shown("shop.events.‸retrieve", "(id: string) => Promise<Event>", "by its id"),
  shown("shop.events.‸list()", ") => Promise<List<Event>>", "newest first"),
  shown("payloom.events.‸consume", "handle: (event: ConsumedEvent<Type>, ", "at least once"),
  shown(
    "services.customers.‸iterate(caller)",
    "(caller: Caller, query?: IterateCustomers | undefined) => Stream<Customer, EngineClosed | ",
    "newest first"
  ),
  shown(
    "services.tenants.‸settings",
    "(scope: Scope) => Effect<Stored<Tenant>, EngineClosed | ",
    "in one mode"
  ),
  shown("services.background.‸runDue", "runDue: () => Effect<number, ", "every due job"),
  shown(
    "Engine.‸layer",
    "(setup: EngineSetup<E, R, Own, Without>) => Layer<Engine, ",
    "`SecretMismatch`"
  )
]

const fields: ReadonlyArray<ExpectedHover> = [
  shown("payment.‸status", 'status: "declined" | "failed" | UndeclinedStatus', "The status"),
  shown("payment.‸decline", "decline: Decline | null", "next step"),
  shown("payment.‸amountCaptured", "amountCaptured: bigint", "minor units"),
  shown("payment.‸created", "created: number", "milliseconds since the epoch"),
  shown("payment.‸customer", "customer: CustomerId | null", "customer who pays"),
  shown("payment.‸attempts", "attempts: readonly AttemptId[]", "oldest"),
  shown("plan.‸interval", "interval: BillingInterval", "billing interval"),
  shown("plan.‸trial", "trial: PlanTrial | null", "Null if there is none"),
  shown("session.‸expiresAt", "expiresAt: number", "milliseconds since the epoch"),
  shown("session.‸lineItems", "lineItems: readonly LineItem[]", "lines of the amount"),
  shown("view.templateConfig.layout.‸gap", "gap: number", "CSS pixels"),
  shown("attempt.‸rawCode", "rawCode: string | null", "provider's own code"),
  shown("tenant.‸created", "created: number", "milliseconds since the epoch"),
  shown("settings.‸defaultCurrency", "defaultCurrency: CurrencyCode", "only save a card"),
  shown("input.‸captureMethod", "captureMethod?: CaptureMethod", "only authorizes"),
  shown("input.‸customer", "customer?: string", "customer's id"),
  shown("sessionInput.‸expiresAt", "expiresAt?: number", "5 minutes to 30 days"),
  shown("mid.‸currencies", "currencies: readonly [string, ...string[]]", "ISO 4217"),
  shown("row.‸fee", "fee: bigint", "minor units"),
  shown('shop.payments.list({ ‸status: "failed" })', "PaymentStatus[] | PaymentStatus", "one of"),
  shown("options.‸pollMs", "pollMs?: number", "milliseconds"),
  shown("options.‸providerTimeoutMs", "providerTimeoutMs?: number", "milliseconds"),
  shown("setup.‸vault", "vault: CardVaultPort", "Keeps card numbers"),
  shown("setup.‸onAlert", "onAlert?: ((alert: Alert) => void)", "operator"),
  shown("alert.‸event", "event: AlertEvent", "The event")
]

const ports: ReadonlyArray<ExpectedHover> = [
  shown("capabilities.‸holdHours", "holdHours: ", "uncaptured authorisation"),
  shown("capabilities.‸refunds", '"full" | "none" | "partial"', "can refund a part"),
  shown(
    "provider.‸charge",
    "(request: ChargeRequest) => Effect<ChargeOutcome>",
    "once per reference"
  ),
  shown(
    "provider.‸capture",
    "(request: ModificationRequest) => Effect<ModificationOutcome>",
    "smaller amount"
  ),
  shown("charge.‸amount", "amount: bigint", "minor units"),
  shown("charge.‸source", "source: ChargeSource", "source of the money"),
  shown("resume.‸sendBefore", "sendBefore: number", "Milliseconds since the epoch"),
  shown("approved.‸captured", "captured: boolean", "false if it is held"),
  shown("approved.‸holdsUntil", "holdsUntil?: number | null", "milliseconds since the epoch"),
  shown("declined.‸rawCode", "rawCode: string", "decline table"),
  shown(
    "vault.‸store",
    "Effect<VaultedCard, CardNotRecognized | VaultUnavailable>",
    "Stores a card"
  ),
  shown("threeDs.‸authenticate", "(request: ThreeDsRequest) => Effect<ThreeDsAnswer>", "issuer"),
  shown("risk.‸assess", "Effect<RiskVerdict, StorageUnavailable>", "before anything is sent"),
  shown(
    "storage.‸commit",
    "(changes: ReadonlyArray<Change>) => Effect<void, ",
    "all changes or none"
  )
]

const errors: ReadonlyArray<ExpectedHover> = [
  shown("‸InvalidInput", "class InvalidInput", "first issue decides"),
  shown("‸PaymentNotRefundable", "class PaymentNotRefundable", "Nothing was captured"),
  shown("‸StorageUnavailable", "class StorageUnavailable", "did not answer"),
  shown(
    "‸isEngineError",
    "isEngineError: (error: unknown) => error is EngineError",
    "error of the engine"
  ),
  shown("const told: ‸EngineError = error", "type EngineError", "are refused with"),
  shown(
    "const standing: ‸PaymentStatus = status",
    "type PaymentStatus",
    "must accept unknown values"
  )
]

/** Symbols of every kind: operations in both call styles, fields, parts of ports, and errors. */
export const expectedHovers: ReadonlyArray<ExpectedHover> = [
  ...operations,
  ...fields,
  ...ports,
  ...errors
]
