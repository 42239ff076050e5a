import type {
  DebitMandate,
  PayerField,
  PayerFormat,
  PayerNeed,
  ProviderCapabilities
} from "@payloom/core"
import type Stripe from "stripe"
import { transferOf, transferTypes } from "./bankTransfers.ts"
import { defined } from "./payerDetails.ts"
import { missingCode, type PayerFacts } from "./payerFacts.ts"

type Params = Stripe.PaymentIntentCreateParams
type MethodData = Omit<Stripe.PaymentIntentCreateParams.PaymentMethodData, "type">
type MethodOptions = Stripe.PaymentIntentCreateParams.PaymentMethodOptions

/** An alternative payment method at Stripe. */
export interface StripeMethod {
  /** Stripe's name of the method. */
  readonly type: string
  /** The ISO 4217 codes that the method takes. */
  readonly currencies: ReadonlyArray<string>
  /** The facts that Stripe refuses a charge without. None by default. */
  readonly needs?: ReadonlyArray<keyof PayerFacts>
  /** Absent if payments can be refunded in part. */
  readonly refunds?: "none"
  /** The days for which the method holds money. Absent if it can't be held. */
  readonly holdDays?: number
  /** Stripe's data of the method. */
  readonly data?: (payer: PayerFacts) => MethodData
  /** Stripe's options of the method. */
  readonly options?: (payer: PayerFacts, currency: string) => MethodOptions
  /** True if the document is also the tax id of the payer's billing details. */
  readonly sendsTaxId?: boolean
  /** The forms of facts that aren't just any text. */
  readonly formats?: Partial<Record<keyof PayerFacts, PayerFormat>>
  /** The mandate that the payer signs with the charge. */
  readonly mandate?: DebitMandate
  /** True if Stripe needs a Customer, to which the payer sends the money. */
  readonly hasCustomer?: boolean
  /** True if a charge that starts an agreement saves the payer's account for later charges. */
  readonly isReusable?: boolean
  /** The most days for which a charge is usually pending. One if absent. */
  readonly pendingDays?: number
  /** True if Stripe.js asks for the account on the page, unless the payer gave it before. */
  readonly asksOnPage?: boolean
}

/** Stripe needs both for the payer's consent to a mandate. */
const consent = ["ip", "userAgent"] as const

/** Returns the data of the payer's bank, if the payer chose one. */
const bankOf =
  (type: "ideal" | "eps" | "p24") =>
  ({ bank }: PayerFacts): MethodData =>
    bank === null ? {} : { [type]: { bank } }

/** A confirmation number of a convenience store has 10 or 11 digits. */
const konbiniOf = ({ phone }: PayerFacts): MethodOptions => {
  const digits = phone?.replaceAll(/\D/g, "") ?? ""
  return /^\d{10,11}$/.test(digits) ? { konbini: { confirmation_number: digits } } : {}
}

/** The methods by the engine's names, from the page of each on docs.stripe.com/payments. */
const table = {
  ideal: { type: "ideal", currencies: ["EUR"], data: bankOf("ideal") },
  bancontact: { type: "bancontact", currencies: ["EUR"] },
  eps: { type: "eps", currencies: ["EUR"], needs: ["name"], data: bankOf("eps") },
  przelewy24: {
    type: "p24",
    currencies: ["EUR", "PLN"],
    needs: ["email"],
    data: bankOf("p24")
  },
  blik: {
    type: "blik",
    currencies: ["PLN"],
    needs: ["code"],
    formats: { code: "blik" },
    options: ({ code }) => ({ blik: defined({ code }) })
  },
  paypal: {
    type: "paypal",
    currencies: "AUD CAD CHF CZK DKK EUR GBP HKD NOK NZD PLN SEK SGD USD".split(" "),
    holdDays: 10
  },
  klarna: {
    type: "klarna",
    currencies: "AUD CAD CHF CZK DKK EUR GBP NOK NZD PLN RON SEK USD".split(" "),
    holdDays: 28
  },
  afterpay: {
    type: "afterpay_clearpay",
    currencies: ["AUD", "CAD", "GBP", "NZD", "USD"],
    needs: ["name", "email", "line1", "postalCode", "country", "shipping"],
    holdDays: 13
  },
  amazon_pay: {
    type: "amazon_pay",
    currencies: "AUD CHF DKK EUR GBP HKD JPY NOK NZD SEK USD ZAR".split(" "),
    holdDays: 7
  },
  revolut_pay: {
    type: "revolut_pay",
    currencies: ["DKK", "EUR", "GBP", "HUF", "PLN", "RON"],
    holdDays: 7
  },
  cash_app: { type: "cashapp", currencies: ["USD"], holdDays: 7 },
  alipay: {
    type: "alipay",
    currencies: "AUD CAD CNY EUR GBP HKD JPY MYR NZD SGD USD".split(" ")
  },
  wechat_pay: {
    type: "wechat_pay",
    currencies: "AUD CAD CHF CNY DKK EUR GBP HKD JPY NOK SEK SGD USD".split(" "),
    options: () => ({ wechat_pay: { client: "web" } })
  },
  sepa_debit: {
    type: "sepa_debit",
    currencies: ["EUR"],
    needs: ["name", "email", "accountNumber", ...consent],
    formats: { accountNumber: "iban" },
    data: ({ accountNumber }) => ({ sepa_debit: { iban: accountNumber ?? "" } }),
    mandate: "sepa",
    isReusable: true,
    pendingDays: 14,
    asksOnPage: true
  },
  ach_debit: {
    type: "us_bank_account",
    currencies: ["USD"],
    needs: ["name", "accountNumber", "routingNumber", ...consent],
    formats: { routingNumber: "aba" },
    data: ({ accountNumber, routingNumber }) => ({
      us_bank_account: {
        account_holder_type: "individual",
        ...defined({ account_number: accountNumber, routing_number: routingNumber })
      }
    }),
    options: () => ({ us_bank_account: { verification_method: "microdeposits" } }),
    mandate: "other",
    isReusable: true,
    pendingDays: 7
  },
  bacs_debit: {
    type: "bacs_debit",
    currencies: ["GBP"],
    needs: [
      ...(["name", "email", "line1", "city", "postalCode", "country"] as const),
      ...(["accountNumber", "routingNumber"] as const),
      ...consent
    ],
    formats: { routingNumber: "sort_code" },
    data: ({ accountNumber, routingNumber }) => ({
      bacs_debit: defined({ account_number: accountNumber, sort_code: routingNumber })
    }),
    mandate: "bacs",
    isReusable: true,
    pendingDays: 10
  },
  becs_debit: {
    type: "au_becs_debit",
    currencies: ["AUD"],
    needs: ["name", "email", "accountNumber", "routingNumber", ...consent],
    formats: { routingNumber: "bsb" },
    data: ({ accountNumber, routingNumber }) => ({
      au_becs_debit: { account_number: accountNumber ?? "", bsb_number: routingNumber ?? "" }
    }),
    mandate: "other",
    isReusable: true,
    pendingDays: 7
  },
  multibanco: { type: "multibanco", currencies: ["EUR"], needs: ["email"] },
  pix: { type: "pix", currencies: ["BRL"], sendsTaxId: true },
  boleto: {
    type: "boleto",
    currencies: ["BRL"],
    needs: ["name", "email", "document", "line1", "city", "state", "postalCode", "country"],
    formats: { document: "cpf_cnpj" },
    refunds: "none",
    data: ({ document }) => ({ boleto: { tax_id: document ?? "" } })
  },
  oxxo: { type: "oxxo", currencies: ["MXN"], needs: ["name", "email"], refunds: "none" },
  konbini: {
    type: "konbini",
    currencies: ["JPY"],
    needs: ["name", "email"],
    options: konbiniOf
  },
  bank_transfer: {
    type: "customer_balance",
    currencies: Object.keys(transferTypes),
    // A refund moves the money to the payer's balance at Stripe, and not to the payer's bank.
    refunds: "none",
    options: transferOf,
    hasCustomer: true
  }
} satisfies Readonly<Record<string, StripeMethod>>

/** The name of an alternative payment method that the connector can charge. */
export type StripeApm = keyof typeof table

/** The alternative payment methods by the engine's names. */
export const stripeMethods: Readonly<Record<string, StripeMethod>> = table

/** The names of all alternative payment methods that the connector can charge. */
export const stripeApms = Object.keys(table) as ReadonlyArray<StripeApm>

/** The methods that are offered if the options name none. */
export const usualApms: ReadonlyArray<StripeApm> = ["ideal", "bancontact", "sepa_debit"]

/** The facts that a page asks a payer for. The browser's request or the merchant gives others. */
const asked: Readonly<Partial<Record<keyof PayerFacts, PayerField>>> = {
  name: "name",
  email: "email",
  bank: "bank",
  document: "document",
  accountNumber: "accountNumber",
  routingNumber: "routingNumber",
  code: "code",
  line1: "billingAddress.line1",
  city: "billingAddress.city",
  state: "billingAddress.state",
  postalCode: "billingAddress.postalCode",
  country: "billingAddress.country"
}

/** Returns the facts that the payer's page asks for before the method is charged. */
const asksOf = ({ needs = [], formats = {} }: StripeMethod): ReadonlyArray<PayerNeed> =>
  needs.flatMap((fact) => {
    const [name, format] = [asked[fact], formats[fact]]
    if (name === undefined) return []
    return [{ name, ...(format === undefined ? {} : { format }) }]
  })

/** The capabilities of each alternative payment method. */
export const methodCapabilities: NonNullable<ProviderCapabilities["byMethod"]> = Object.fromEntries(
  Object.entries(stripeMethods).map(([name, method]) => {
    const { currencies, refunds, holdDays, mandate, isReusable, pendingDays } = method
    const canHold = holdDays !== undefined
    const holds = { manualCapture: canHold, partialCapture: canHold } as const
    const never = { multipleCaptures: false, incrementalAuthorization: false } as const
    const later = defined({ mandate, reusable: isReusable, pendingDays })
    const own = {
      currencies,
      refunds: refunds ?? "partial",
      needs: asksOf(method),
      ...later
    } as const
    return [name, { ...own, ...holds, ...never }] as const
  })
)

/** The codes of declines for a fact that is missing. */
export const missingCodes: ReadonlyArray<string> = [
  ...new Set(Object.values(stripeMethods).flatMap(({ needs = [] }) => needs.map(missingCode)))
]

const dayMs = 24 * 3600 * 1000

/** Returns the time for which a method of Stripe's holds money, or null if it holds none. */
export const holdMsOf = (type: string | undefined): number | null => {
  const method = Object.values(stripeMethods).find((one) => one.type === type)
  return method?.holdDays === undefined ? null : method.holdDays * dayMs
}

/** Returns a method's parameters of a PaymentIntent, without its Customer. */
export const methodParams = (
  { type, data, options, mandate }: StripeMethod,
  payer: PayerFacts,
  billing_details: Stripe.PaymentIntentCreateParams.PaymentMethodData["billing_details"],
  currency: string
): Pick<Params, "payment_method_data" | "payment_method_options" | "mandate_data"> => ({
  payment_method_data: { type, ...data?.(payer), ...defined({ billing_details }) },
  ...(options === undefined ? {} : { payment_method_options: options(payer, currency) }),
  ...(mandate !== undefined ? { mandate_data: mandateOf(payer) } : {})
})

/** Returns the payer's consent to a mandate, which was given on the merchant's page. */
const mandateOf = ({
  ip,
  userAgent
}: PayerFacts): Stripe.PaymentIntentCreateParams.MandateData => ({
  customer_acceptance: {
    type: "online",
    online: { ip_address: ip ?? "", user_agent: userAgent ?? "" }
  }
})
