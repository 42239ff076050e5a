import type { BankChargeView, SandboxBank } from "@payloom/testkit"
import type { Effect } from "effect"
import { Hono } from "hono"
import { html } from "hono/html"
import { bankLayout, question } from "./bankLayout.ts"
import type { LinkedAsset } from "./bundle.ts"
import { formTooLong, readForm } from "./readForm.ts"
import { policy, safely } from "./securityHeaders.ts"

/** The path of the sandbox bank's pages. */
export const bankPath = "/sandbox/bank"

/** The dependencies of the bank's pages. */
export interface BankPagesOptions {
  readonly bank: SandboxBank
  readonly assets: () => Promise<{ readonly bankStyle: LinkedAsset }>
  /** Notifies the engine of a charge, by its reference. */
  readonly notify: (reference: string) => Promise<void>
  /** Runs a call of the bank with the engine's clock. */
  readonly run: <A>(effect: Effect.Effect<A>) => Promise<A>
}

/**
 * Serves the page on which the sandbox's bank asks the payer to approve a charge. The page is a
 * window of its own, and redirects only to the engine's return URL.
 */
export const bankPages = ({ bank, assets, notify, run }: BankPagesOptions): Hono => {
  const app = new Hono()
  const find = async (reference: string) => {
    const charges = await run(bank.charges())
    return charges.findLast((charge) => charge.reference === reference)
  }
  app.get(`${bankPath}/:reference`, async (context) => {
    const { bankStyle } = await assets()
    const charge = await find(context.req.param("reference"))
    const page = bankLayout(bankStyle, charge === undefined ? unknown : chargeBody(charge))
    return safely(context, bankPolicy(charge)).html(page, charge === undefined ? 404 : 200)
  })
  app.post(`${bankPath}/:reference`, async (context) => {
    const form = await readForm(context)
    if (form === null) return formTooLong(context)
    const charge = await find(context.req.param("reference"))
    // There is nothing to answer, or a second answer. The page shows that.
    if (charge?.state !== "requires_action") return context.redirect(context.req.path, 303)
    const isApproved = form.get("outcome") === "approved"
    await run(bank.payerAnswers(charge.reference, isApproved))
    // A failed notification isn't the payer's concern. The engine looks the charge up later.
    await notify(charge.reference).catch(() => undefined)
    return context.redirect(wayBack(charge)?.href ?? context.req.path, 303)
  })
  return app
}

/** Returns true if the payer pays elsewhere later, and doesn't return in this window. */
const isVoucher = ({ card }: BankChargeView): boolean => card === "sandbox_voucher"

const wayBack = (charge: BankChargeView): URL | null =>
  charge.returnUrl === null || isVoucher(charge) ? null : new URL(charge.returnUrl)

const bankPolicy = (charge: BankChargeView | undefined): string => {
  const isAsked = charge?.state === "requires_action"
  // Browsers apply this directive to the redirect after a form, too.
  const back = charge === undefined ? "" : (wayBack(charge)?.origin ?? "")
  return policy({
    "style-src": "'self'",
    "img-src": "data:",
    "form-action": isAsked ? `'self' ${back}`.trim() : "'none'",
    "frame-ancestors": "'none'"
  })
}

const unknown = html`<p>The bank has no such payment.</p>`

const chargeBody = (charge: BankChargeView) => {
  const isAsked = charge.state === "requires_action"
  return html`<p>${isAsked ? questionOf(charge) : stateOf(charge)}</p>
<dl>
<dt>Amount</dt><dd class="amount">${priceOf(charge)}</dd>
<dt>Reference</dt><dd><code>${charge.reference}</code></dd>
</dl>
${isAsked ? question(yesOf(charge), { text: "Refuse", value: "refused" }) : farewell(charge)}`
}

const yesOf = (charge: BankChargeView) => ({
  text: isVoucher(charge) ? "Pay" : "Approve",
  value: "approved"
})

const questionOf = (charge: BankChargeView): string =>
  isVoucher(charge) ? "Do you want to pay this?" : "A shop asks for a payment. Do you approve?"

const stateOf = (charge: BankChargeView): string => {
  switch (charge.state) {
    case "requires_action":
    case "pending":
      return "This payment is in progress and needs no answer."
    case "declined":
      return charge.rawCode === "payer_too_late" ? "You answered too late." : "Refused."
    default:
      return isVoucher(charge) ? "Paid." : "Approved."
  }
}

const farewell = (charge: BankChargeView) => {
  const back = wayBack(charge)
  return back === null
    ? html`<p>You can close this page.</p>`
    : html`<p>You have already answered.</p>
<p><a class="button" href="${back.href}">Back to the shop</a></p>`
}

const priceOf = ({ amount, currency }: BankChargeView): string => {
  const format = new Intl.NumberFormat("en", { style: "currency", currency })
  const { maximumFractionDigits: digits = 2 } = format.resolvedOptions()
  return format.format(`${amount}e-${digits}` as `${number}`)
}
