import type { ApmDetails, ChargeRequest } from "@payloom/core"
import { anOrder } from "./anOrder.ts"

/** A charge by an alternative method, with all that the method needs. */
export interface MethodCase {
  readonly type: string
  readonly currency: string
  readonly details?: ApmDetails
  readonly more?: Partial<ChargeRequest>
  /** The outcome, or the action that the payer gets. */
  readonly becomes: "Redirect" | "ClientSide" | "Instructions" | "Pending" | "Approved"
}

const name = "Ada Lovelace"
const email = "ada@example.com"
const phone = "+351 911 234 567"
const document = "56861752509"

const billedIn = (country: string): Partial<ChargeRequest> => ({
  billingAddress: {
    line1: "Main St 1",
    line2: null,
    city: "Town",
    state: null,
    postalCode: "10001",
    country
  }
})

const invoiced = (country: string): Partial<ChargeRequest> => ({
  ...billedIn(country),
  order: anOrder()
})

const klarna: Omit<MethodCase, "type"> = {
  currency: "SEK",
  more: invoiced("SE"),
  becomes: "Redirect"
}

const payLater: Omit<MethodCase, "type" | "currency"> = {
  details: { name, email },
  more: invoiced("GB"),
  becomes: "Redirect"
}

/** A charge by each alternative method of the connector's table. */
export const everyMethod: ReadonlyArray<MethodCase> = [
  { type: "ideal", currency: "EUR", becomes: "Redirect" },
  { type: "bcmc_mobile", currency: "EUR", becomes: "ClientSide" },
  { type: "trustly", currency: "EUR", becomes: "Redirect" },
  { type: "twint", currency: "CHF", becomes: "Redirect" },
  { type: "eps", currency: "EUR", details: { bank: "bank_1" }, becomes: "Redirect" },
  { type: "onlineBanking_PL", currency: "PLN", details: { bank: "146" }, becomes: "Redirect" },
  { type: "blik", currency: "PLN", details: { code: "777987" }, becomes: "Pending" },
  { type: "mbway", currency: "EUR", details: { phone, email }, becomes: "Pending" },
  { type: "paypal", currency: "USD", becomes: "Redirect" },
  { type: "klarna", ...klarna },
  { type: "klarna_account", ...klarna },
  { type: "klarna_paynow", ...klarna },
  {
    type: "afterpaytouch",
    currency: "AUD",
    ...payLater,
    more: { ...payLater.more, ...billedIn("AU") }
  },
  { type: "clearpay", currency: "GBP", ...payLater },
  { type: "alipay", currency: "EUR", becomes: "Redirect" },
  { type: "wechatpayQR", currency: "EUR", becomes: "ClientSide" },
  { type: "pix", currency: "BRL", details: { name, document }, becomes: "ClientSide" },
  { type: "multibanco", currency: "EUR", becomes: "Instructions" },
  {
    type: "boletobancario",
    currency: "BRL",
    details: { name, document },
    more: billedIn("BR"),
    becomes: "Instructions"
  },
  { type: "oxxo", currency: "MXN", details: { name, email }, becomes: "Instructions" },
  {
    type: "econtext_stores",
    currency: "JPY",
    details: { name, email, phone },
    becomes: "Instructions"
  },
  { type: "bankTransfer_IBAN", currency: "EUR", becomes: "Instructions" },
  {
    type: "sepadirectdebit",
    currency: "EUR",
    details: { name, accountNumber: "NL13TEST0123456789" },
    becomes: "Pending"
  },
  {
    type: "directdebit_GB",
    currency: "GBP",
    details: { name, email, accountNumber: "40308669", routingNumber: "121000" },
    becomes: "Pending"
  },
  {
    type: "directdebit_AU",
    currency: "AUD",
    details: { name, accountNumber: "123456", routingNumber: "013000" },
    becomes: "Pending"
  },
  {
    type: "ach",
    currency: "USD",
    details: { name, accountNumber: "123456789", routingNumber: "011000138" },
    more: billedIn("US"),
    becomes: "Approved"
  }
]
