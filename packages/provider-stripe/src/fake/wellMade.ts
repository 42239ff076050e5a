import type { FormTree } from "./form.ts"
import { assertMethod } from "./methodForms.ts"
import { amountIn, text, tree, typeOf } from "./paymentForms.ts"
import { invalid } from "./refusals.ts"

/** A request before it is carried out. */
interface Asked {
  readonly method: string
  readonly path: ReadonlyArray<string>
  readonly form: FormTree
}

/**
 * Refuses a malformed request. Stripe does so before it looks at an idempotency key, and keeps no
 * answer under the key (docs.stripe.com/error-low-level).
 */
export const assertWellMade = ({ method, path: [what, id], form }: Asked): void => {
  if (method !== "POST") return
  for (const name of ["confirm", "off_session", "use_stripe_sdk", "error_on_requires_action"]) {
    const value = form[name]
    if (value !== undefined && value !== "true" && value !== "false") {
      throw invalid(`Invalid boolean: ${name}`, { param: name })
    }
  }
  assertMetadata(form)
  if (id !== undefined || (what !== "payment_intents" && what !== "setup_intents")) return
  if (form.payment_method_types !== undefined) {
    const code = "payment_method_types_no_longer_supported"
    throw invalid("Use allowed_payment_method_types.", { param: "payment_method_types", code })
  }
  if (what === "payment_intents") {
    assertMoney(form)
    assertMethod(typeOf(form), form)
    assertOrder(form)
  }
  if (form.confirm === "true") assertConfirmable(form, what === "setup_intents")
  else if (form.return_url !== undefined) {
    throw invalid("return_url is only allowed with confirm.", { param: "return_url" })
  }
}

/** Refuses invalid metadata. A nested value means that its name contained brackets. */
const assertMetadata = ({ metadata }: FormTree): void => {
  const entries = Object.entries(tree(metadata))
  const fits = ([name, value]: (typeof entries)[number]) =>
    typeof value === "string" && name.length <= 40 && value.length <= 500
  if (entries.length > 50 || !entries.every(fits)) {
    throw invalid("Metadata has up to 50 keys of 40 characters, without brackets.", {
      param: "metadata"
    })
  }
}

const assertMoney = (form: FormTree): void => {
  const currency = text(form.currency)
  if (currency === null || !/^[a-z]{3}$/.test(currency)) {
    throw invalid("Missing required param: currency.", {
      param: "currency",
      code: "parameter_missing"
    })
  }
  amountIn(form, currency)
  for (const [param, least] of Object.entries({
    statement_descriptor: 5,
    statement_descriptor_suffix: 1
  })) {
    const descriptor = text(form[param])
    if (descriptor === null) continue
    const isPlain = /^[ -~]+$/.test(descriptor) && !/[<>\\'"*]/.test(descriptor)
    if (!isPlain || !/[A-Za-z]/.test(descriptor) || !fitsWithin(descriptor, least)) {
      throw invalid("The statement descriptor is invalid.", { param })
    }
  }
}

const fitsWithin = ({ length }: string, least: number): boolean => length >= least && length <= 22

/**
 * Refuses a confirmation with wrong parameters. A confirmation may ask the payer, by any method
 * that the dashboard allows. So it requires a return URL, unless it is off-session
 * (docs.stripe.com/changelog/2023-08-16).
 */
const assertConfirmable = (form: FormTree, isSetup: boolean): void => {
  const isOff = !isSetup && form.off_session === "true"
  if (form.error_on_requires_action !== undefined) {
    throw invalid("error_on_requires_action can't be used with the dashboard's methods.", {
      param: "error_on_requires_action"
    })
  }
  if (!isOff && !URL.canParse(text(form.return_url) ?? "")) {
    throw invalid("You must provide a `return_url`.", { param: "return_url" })
  }
  const card = tree(tree(form.payment_method_options).card)
  if (form.setup_future_usage === undefined) return
  if (isOff) {
    throw invalid(
      "You cannot confirm with the `off_session` parameter when `setup_future_usage` is also set.",
      { param: "off_session" }
    )
  }
  if (card.stored_credential_usage !== undefined) {
    throw invalid("The parameter is not allowed with `setup_future_usage`.", {
      param: "payment_method_options[card][stored_credential_usage]"
    })
  }
}

/** Refuses an order or a shipping that Stripe would refuse. */
const assertOrder = (form: FormTree): void => {
  const { name, address } = tree(form.shipping)
  if (form.shipping !== undefined && (text(name) === null || text(tree(address).line1) === null)) {
    throw invalid("Missing required param.", { param: "shipping[name]", code: "parameter_missing" })
  }
  const { line_items = [], tax, discount_amount } = tree(form.amount_details)
  const lines = Array.isArray(line_items) ? line_items.map(tree) : []
  const isBoth =
    (tax !== undefined && lines.some((line) => line.tax !== undefined)) ||
    (discount_amount !== undefined && lines.some((line) => line.discount_amount !== undefined))
  const isLong = lines.some(({ product_code }) => (text(product_code)?.length ?? 0) > 12)
  const isWhole = (line: FormTree) =>
    [line.quantity, line.unit_cost].every((number) => /^\d+$/.test(text(number) ?? "")) &&
    text(line.product_name) !== null
  if (isBoth || isLong || !lines.every(isWhole)) {
    throw invalid("The order is invalid.", { param: "amount_details[line_items]" })
  }
}
