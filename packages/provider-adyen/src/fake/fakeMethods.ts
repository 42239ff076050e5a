import type { Types } from "@adyen/api-library"
import type { Wire } from "../wire.ts"
import { FakeError } from "./FakeError.ts"

type Request = Wire<Types.checkout.PaymentRequest>

/**
 * The way in which an alternative method is paid. A `debit` is decided later, and an `instant`
 * method at once. The payer does all others.
 */
export type FakeFlow =
  | "redirect"
  | "qr_code"
  | "await"
  | "voucher"
  | "transfer"
  | "debit"
  | "instant"

/** An alternative method: its flow, the fields that it requires, and whether it can be held. */
interface FakeMethod {
  readonly flow: FakeFlow
  /** Fields of `paymentMethod`. */
  readonly fields?: ReadonlyArray<string>
  /** Fields of the request. */
  readonly request?: ReadonlyArray<keyof Request>
  readonly isHeld?: true
}

const redirect: FakeMethod = { flow: "redirect" }
const bank: FakeMethod = { flow: "redirect", fields: ["issuer"] }
const klarna: FakeMethod = {
  flow: "redirect",
  request: ["countryCode", "lineItems"],
  isHeld: true
}
const payLater: FakeMethod = {
  flow: "redirect",
  request: ["shopperName", "shopperEmail", "billingAddress", "deliveryAddress", "lineItems"],
  isHeld: true
}

const methods: Readonly<Record<string, FakeMethod>> = {
  ideal: redirect,
  trustly: redirect,
  twint: redirect,
  alipay: redirect,
  paypal: { flow: "redirect", isHeld: true },
  eps: bank,
  onlineBanking_PL: bank,
  klarna,
  klarna_account: klarna,
  klarna_paynow: klarna,
  afterpaytouch: payLater,
  clearpay: payLater,
  bcmc_mobile: { flow: "qr_code" },
  wechatpayQR: { flow: "qr_code" },
  pix: { flow: "qr_code", request: ["shopperName", "socialSecurityNumber"] },
  blik: { flow: "await", fields: ["blikCode"] },
  mbway: { flow: "await", fields: ["telephoneNumber", "shopperEmail"] },
  multibanco: { flow: "voucher" },
  oxxo: { flow: "voucher", request: ["shopperName", "shopperEmail"] },
  boletobancario: {
    flow: "voucher",
    request: ["shopperName", "socialSecurityNumber", "billingAddress"]
  },
  econtext_stores: {
    flow: "voucher",
    fields: ["firstName", "lastName", "shopperEmail", "telephoneNumber"]
  },
  bankTransfer_IBAN: { flow: "transfer" },
  sepadirectdebit: { flow: "debit", fields: ["iban", "ownerName"] },
  directdebit_GB: {
    flow: "debit",
    fields: ["holderName", "bankAccountNumber", "bankLocationId"],
    request: ["shopperEmail"]
  },
  directdebit_AU: {
    flow: "debit",
    fields: ["holderName", "bankAccountNumber", "bankBranchCode"]
  },
  ach: {
    flow: "instant",
    fields: ["ownerName", "bankAccountNumber", "bankLocationId"],
    request: ["billingAddress"]
  },
  cashapp: { flow: "instant", fields: ["grantId", "customerId"], isHeld: true },
  amazonpay: { flow: "instant" }
}

/** Returns the method of a name, or null if the fake has none. */
export const fakeMethod = (type: unknown): FakeMethod | null =>
  typeof type === "string" && Object.hasOwn(methods, type) ? (methods[type] ?? null) : null

/** Refuses a request that lacks a field of its method. */
export const requireFields = (request: Request, { fields = [], request: own = [] }: FakeMethod) => {
  const given: Readonly<Record<string, unknown>> = { ...request.paymentMethod }
  const missing =
    fields.find((name) => typeof given[name] !== "string") ??
    own.find((name) => request[name] == null)
  if (missing === undefined) return
  if (missing === "issuer") throw new FakeError(422, "14_020", "No issuer selected")
  throw new FakeError(422, "702", `Required field '${missing}' is not provided.`)
}

/** Returns the action of a voucher or a transfer. */
export const instructionsOf = (
  type: string,
  pspReference: string,
  now: number
): NonNullable<Wire<Types.checkout.PaymentResponse>["action"]> => {
  const url = `https://checkoutshopper-test.adyen.com/voucher/${pspReference}`
  if (fakeMethod(type)?.flow === "transfer") {
    return {
      type: "bankTransfer",
      paymentMethodType: type,
      beneficiary: "Adyen",
      iban: "NL13TEST0123456789",
      bic: "TESTNL01",
      reference: `R${pspReference.slice(-8)}`
    }
  }
  return {
    type: "voucher",
    paymentMethodType: type,
    reference: `V${pspReference.slice(-8)}`,
    downloadUrl: url,
    expiresAt: new Date(now + voucherMs).toISOString(),
    ...(type === "multibanco" ? { entity: "12101" } : {})
  }
}

/** The time for which a voucher can be paid. */
const voucherMs = 5 * 86_400_000
