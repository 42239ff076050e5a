import type { Types } from "@adyen/api-library"
import type { DebitMandate, PayerFormat } from "@payloom/core"
import type { PayerFacts, PayerNeed } from "./payerNeeds.ts"
import type { Wire } from "./wire.ts"

/** The fields of an alternative method in a request. */
export type MethodFields = Wire<
  Exclude<Types.checkout.PaymentRequest["paymentMethod"], Types.checkout.CardDetails>
>

/** An alternative payment method at Adyen. */
export interface AdyenMethod {
  /** The currencies, as ISO 4217 codes. Absent if the method takes all of Adyen's. */
  readonly currencies?: ReadonlyArray<string>
  /** The payers' countries, as ISO 3166-1 alpha-2 codes. Absent if there are too many to list. */
  readonly countries?: ReadonlyArray<string>
  /** The facts without which Adyen refuses the method. There are none by default. */
  readonly needs?: ReadonlyArray<PayerNeed>
  /** The forms of facts that aren't just any text. */
  readonly formats?: Partial<Record<PayerNeed, PayerFormat>>
  /** The mandate that the payer gives with the payment. Absent if the method is no debit. */
  readonly mandate?: DebitMandate
  /** True if a charge that starts an agreement stores the payer's account for later charges. */
  readonly isReusable?: boolean
  /** The most days for which a charge is usually pending. One if absent. */
  readonly pendingDays?: number
  /** Returns the fields of the method beside its type. All that it needs is known. */
  readonly fields?: (payer: PayerFacts) => Readonly<Record<string, string | null>>
  /**
   * True if Adyen requires the delivery. If the payment has no shipping, the billing address is
   * sent.
   */
  readonly needsDelivery?: boolean
  /** True if money can be held. False by default. */
  readonly manualCapture?: boolean
  /** True if a part of a hold can be captured. False by default. */
  readonly partialCapture?: boolean
  /** The refunds. They are `partial` by default. */
  readonly refunds?: "none" | "full"
  /** The days for which a payer can pay by instructions that have no end of their own. */
  readonly payerDays?: number
}

const klarnaCountries = "AT AU BE CA CH CZ DE DK ES FI FR GB GR IE IT NL NO NZ PL PT RO SE US"

/**
 * Partial captures and refunds of invoices need the lines that they are about. The engine's
 * captures and refunds have no lines.
 */
const klarna: AdyenMethod = {
  currencies: "AUD CAD CHF CZK DKK EUR GBP NOK NZD PLN RON SEK USD".split(" "),
  countries: klarnaCountries.split(" "),
  needs: ["country", "order"],
  manualCapture: true,
  refunds: "full"
}

const payLater: AdyenMethod = {
  needs: ["fullName", "email", "billingAddress", "country", "order"],
  needsDelivery: true,
  manualCapture: true,
  refunds: "full"
}

const paypalCurrencies = (
  "AUD BRL CAD CHF CZK DKK EUR GBP HKD HUF ILS JPY " + "MXN MYR NOK NZD PHP PLN SEK SGD THB TWD USD"
).split(" ")

/** A debit of a bank account, whose outcome takes days. */
const debit = { isReusable: true, pendingDays: 7 } as const

const voucher: AdyenMethod = { refunds: "none", payerDays: 7 }

/** The alternative methods, by Adyen's names. Other methods need no more than their name. */
const methods = {
  ideal: { currencies: ["EUR"], countries: ["NL"] },
  bcmc_mobile: { currencies: ["EUR"], countries: ["BE"] },
  twint: { currencies: ["CHF"], countries: ["CH"] },
  eps: {
    currencies: ["EUR"],
    countries: ["AT"],
    needs: ["bank"],
    fields: ({ bank }) => ({ issuer: bank })
  },
  onlineBanking_PL: {
    currencies: ["PLN"],
    countries: ["PL"],
    needs: ["bank"],
    fields: ({ bank }) => ({ issuer: bank })
  },
  blik: {
    currencies: ["PLN"],
    countries: ["PL"],
    needs: ["code"],
    formats: { code: "blik" },
    fields: ({ code }) => ({ blikCode: code })
  },
  mbway: {
    currencies: ["EUR"],
    countries: ["PT"],
    needs: ["phone", "email"],
    fields: ({ phone, email }) => ({ telephoneNumber: phone, shopperEmail: email })
  },
  paypal: {
    currencies: paypalCurrencies,
    // Without it, Adyen prepares PayPal's own script on the page.
    fields: () => ({ subtype: "redirect" }),
    manualCapture: true,
    partialCapture: true
  },
  klarna,
  klarna_account: klarna,
  klarna_paynow: klarna,
  afterpaytouch: {
    ...payLater,
    currencies: ["AUD", "CAD", "NZD", "USD"],
    countries: ["AU", "CA", "NZ", "US"]
  },
  clearpay: { ...payLater, currencies: ["GBP"], countries: ["GB"] },
  alipay: {},
  wechatpayQR: {},
  pix: {
    currencies: ["BRL"],
    countries: ["BR"],
    needs: ["fullName", "document"],
    formats: { document: "cpf_cnpj" }
  },
  multibanco: { payerDays: 7, currencies: ["EUR"], countries: ["PT"] },
  boletobancario: {
    ...voucher,
    currencies: ["BRL"],
    countries: ["BR"],
    needs: ["fullName", "document", "billingAddress"],
    formats: { document: "cpf_cnpj" }
  },
  oxxo: { ...voucher, currencies: ["MXN"], countries: ["MX"], needs: ["fullName", "email"] },
  econtext_stores: {
    ...voucher,
    currencies: ["JPY"],
    countries: ["JP"],
    needs: ["fullName", "email", "phone"],
    fields: ({ shopperName, email, phone }) => ({
      firstName: shopperName?.firstName ?? null,
      lastName: shopperName?.lastName ?? null,
      shopperEmail: email,
      telephoneNumber: phone
    })
  },
  bankTransfer_IBAN: { payerDays: 14, currencies: ["EUR"] },
  sepadirectdebit: {
    currencies: ["EUR"],
    needs: ["name", "accountNumber"],
    formats: { accountNumber: "iban" },
    ...debit,
    mandate: "sepa",
    fields: ({ name, accountNumber }) => ({ ownerName: name, iban: accountNumber })
  },
  directdebit_GB: {
    currencies: ["GBP"],
    countries: ["GB"],
    needs: ["name", "email", "accountNumber", "routingNumber"],
    formats: { routingNumber: "sort_code" },
    ...debit,
    mandate: "bacs",
    fields: ({ name, accountNumber, routingNumber }) => ({
      holderName: name,
      bankAccountNumber: accountNumber,
      bankLocationId: routingNumber
    })
  },
  directdebit_AU: {
    currencies: ["AUD"],
    countries: ["AU"],
    needs: ["name", "accountNumber", "routingNumber"],
    formats: { routingNumber: "bsb" },
    ...debit,
    mandate: "other",
    fields: ({ name, accountNumber, routingNumber }) => ({
      holderName: name,
      bankAccountNumber: accountNumber,
      bankBranchCode: routingNumber
    })
  },
  ach: {
    currencies: ["USD"],
    countries: ["US"],
    needs: ["name", "accountNumber", "routingNumber", "billingAddress"],
    formats: { routingNumber: "aba" },
    ...debit,
    mandate: "other",
    fields: ({ name, accountNumber, routingNumber }) => ({
      ownerName: name,
      bankAccountNumber: accountNumber,
      bankLocationId: routingNumber
    })
  }
} as const satisfies Partial<Record<NonNullable<MethodFields["type"]>, AdyenMethod>>

/** Alternative payment methods: Adyen's name of each, by the engine's name. */
export type AdyenApms = Readonly<Record<string, NonNullable<MethodFields["type"]>>>

/**
 * The alternative payment methods that the connector accepts by default. Bancontact shows a code to
 * scan if the payer isn't on a phone, so the page needs a handler of the kind `adyen`.
 */
export const adyenApms: AdyenApms = {
  ideal: "ideal",
  bancontact: "bcmc_mobile",
  trustly: "trustly",
  twint: "twint"
}

/** Returns Adyen's name of a method and what is known about it. Returns null for other methods. */
export const methodOf = (
  apms: AdyenApms,
  apm: string
): { readonly type: string; readonly method: AdyenMethod } | null => {
  const type = Object.hasOwn(apms, apm) ? apms[apm] : undefined
  if (type === undefined) return null
  return { type, method: Object.hasOwn(methods, type) ? methods[type as keyof typeof methods] : {} }
}
