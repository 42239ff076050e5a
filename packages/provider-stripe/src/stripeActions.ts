import type { ProviderAction } from "@payloom/core"
import type Stripe from "stripe"

type PaymentAction = Stripe.PaymentIntent.NextAction

/** The action of a payer. */
export interface PayerStep {
  readonly action: Exclude<ProviderAction, { readonly _tag: "ClientSide" }>
  /** The end that Stripe sets, in milliseconds since the epoch. Null if it sets none. */
  readonly expiresAt: number | null
  /** The time that the payer has if Stripe sets no end. Absent if it is the usual time. */
  readonly lastsMs?: number
}

/** Returns the action that Stripe asks of a payer, or null if Stripe.js has to run it. */
export const payerStep = (next: PaymentAction, payment: string): PayerStep | null => {
  const url = redirectIn(next)
  if (url !== null) return { action: { _tag: "Redirect", url }, expiresAt: null }
  const instructions = instructionsIn(next)
  if (instructions === null) return null
  const { lines, reference, ...time } = instructions
  const text = lines.filter((line) => line !== null).join("\n")
  return { action: { _tag: "Instructions", text, reference: reference ?? payment }, ...time }
}

/** Returns true if the payer confirms in an app, so that there is nothing to show. */
export const waitsForApp = (next: { readonly type: string } | null): boolean =>
  next?.type === "blik_authorize"

const redirectIn = (next: PaymentAction): string | null =>
  next.redirect_to_url?.url ??
  next.alipay_handle_redirect?.url ??
  next.cashapp_handle_redirect_or_display_qr_code?.hosted_instructions_url ??
  null

interface Instructions extends Omit<PayerStep, "action"> {
  readonly lines: ReadonlyArray<string | null>
  readonly reference: string | null
}

const instructionsIn = (next: PaymentAction): Instructions | null =>
  voucherIn(next) ?? codeIn(next) ?? transferIn(next) ?? depositsIn(next)

const millis = (seconds: number | null | undefined): number | null =>
  seconds == null ? null : seconds * 1000

const linkTo = (url: string | null | undefined): string | null => (url ? `Details: ${url}` : null)

/** Returns the instructions of a voucher. */
const voucherIn = (next: PaymentAction): Instructions | null => {
  const { boleto_display_details: boleto, oxxo_display_details: oxxo } = next
  const { konbini_display_details: konbini, multibanco_display_details: multibanco } = next
  if (boleto) {
    const { number, hosted_voucher_url, expires_at } = boleto
    const lines = [`Pay the boleto ${number ?? ""}.`, linkTo(hosted_voucher_url)]
    return { lines, reference: number, expiresAt: millis(expires_at) }
  }
  if (oxxo) {
    const { number, hosted_voucher_url, expires_after } = oxxo
    const lines = [`Pay at an OXXO store with the number ${number ?? ""}.`]
    return {
      lines: [...lines, linkTo(hosted_voucher_url)],
      reference: number,
      expiresAt: millis(expires_after)
    }
  }
  if (multibanco) {
    const { entity, reference, hosted_voucher_url, expires_at } = multibanco
    const lines = [`Pay with the entity ${entity ?? ""} and the reference ${reference ?? ""}.`]
    return {
      lines: [...lines, linkTo(hosted_voucher_url)],
      reference,
      expiresAt: millis(expires_at)
    }
  }
  return konbini ? konbiniIn(konbini) : null
}

const storeNames = {
  familymart: "FamilyMart",
  lawson: "Lawson",
  ministop: "Ministop",
  seicomart: "Seicomart"
} as const

const konbiniIn = ({
  stores,
  hosted_voucher_url,
  expires_at
}: Stripe.PaymentIntent.NextAction.KonbiniDisplayDetails): Instructions => {
  const codes = Object.entries(storeNames).flatMap(([key, name]) => {
    const store = stores[key as keyof typeof storeNames]
    return store === null ? [] : [{ name, ...store }]
  })
  return {
    lines: [
      "Pay at one of these stores with its code.",
      ...codes.map(({ name, payment_code, confirmation_number: number }) =>
        number === undefined
          ? `${name}: ${payment_code}`
          : `${name}: ${payment_code}, confirmation number ${number}`
      ),
      linkTo(hosted_voucher_url)
    ],
    reference: codes[0]?.payment_code ?? null,
    expiresAt: millis(expires_at)
  }
}

/** The most characters of a reference. A longer code is only in the text. */
const mostReference = 255

/** Returns the instructions of a code that an app scans. */
const codeIn = (next: PaymentAction): Instructions | null => {
  const { pix_display_qr_code: pix, wechat_pay_display_qr_code: wechat } = next
  if (pix) {
    const { data = "", hosted_instructions_url, expires_at } = pix
    const lines = [`Copy this Pix code into your bank's app: ${data}`]
    const isShort = data !== "" && data.length <= mostReference
    return {
      lines: [...lines, linkTo(hosted_instructions_url)],
      reference: isShort ? data : null,
      expiresAt: millis(expires_at)
    }
  }
  if (!wechat) return null
  const lines = [`Scan the code at ${wechat.hosted_instructions_url} with WeChat.`]
  return { lines, reference: null, expiresAt: null }
}

/** The time for a transfer. Stripe sets no end. */
const transferDays = 14
const dayMs = 24 * 3600 * 1000

/** Returns the instructions of a bank transfer. */
const transferIn = (next: PaymentAction): Instructions | null => {
  const transfer = next.display_bank_transfer_instructions
  if (!transfer) return null
  const { financial_addresses = [], reference, hosted_instructions_url } = transfer
  return {
    lines: [
      `Transfer the amount with the reference ${reference ?? ""}.`,
      ...financial_addresses.map(accountIn),
      linkTo(hosted_instructions_url)
    ],
    reference,
    expiresAt: null,
    lastsMs: transferDays * dayMs
  }
}

type Address = Stripe.PaymentIntent.NextAction.DisplayBankTransferInstructions.FinancialAddress

/** Returns an account as a line of its details, such as `IBAN DE89…, BIC …`. */
const accountIn = ({ iban, aba, sort_code, spei, zengin, swift }: Address): string | null => {
  if (iban) return `${iban.account_holder_name}: IBAN ${iban.iban}, BIC ${iban.bic}`
  if (aba) {
    const { account_holder_name: name, account_number, routing_number } = aba
    return `${name}: account ${account_number}, routing number ${routing_number}`
  }
  if (sort_code) {
    const { account_holder_name: name, account_number } = sort_code
    return `${name}: account ${account_number}, sort code ${sort_code.sort_code}`
  }
  if (spei) return `${spei.account_holder_name}: CLABE ${spei.clabe}`
  if (swift) return `${swift.account_holder_name}: account ${swift.account_number}`
  if (!zengin) return null
  const { account_holder_name: name, account_number, bank_name, branch_name } = zengin
  return `${name ?? ""}: ${bank_name ?? ""}, ${branch_name ?? ""}, account ${account_number ?? ""}`
}

/** The days that payers have to confirm deposits, after the deposits arrived. */
const depositDays = 10

/** Returns the instructions to confirm the small deposits that verify an account. */
const depositsIn = (next: PaymentAction): Instructions | null => {
  const deposits = next.verify_with_microdeposits
  if (!deposits) return null
  const { hosted_verification_url: url, arrival_date } = deposits
  const lines = [
    "A small deposit will arrive on your account in one or two days.",
    `Then confirm your account at ${url}`
  ]
  return { lines, reference: null, expiresAt: arrival_date * 1000 + depositDays * dayMs }
}
