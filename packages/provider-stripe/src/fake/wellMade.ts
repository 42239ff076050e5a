import type { FormTree } from "./form.ts"
import { amountIn, text, tree } from "./paymentForms.ts"
import { invalid } from "./refusals.ts"

/** A request, before anything is known of what it asks for. */
interface Asked {
  readonly method: string
  readonly path: ReadonlyArray<string>
  readonly form: FormTree
}

/**
 * Turns away what isn't well made. Stripe does so before it looks at an idempotency key, and keeps
 * nothing under it (docs.stripe.com/error-low-level).
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
  if (what === "payment_intents") assertMoney(form)
  if (form.confirm === "true") assertConfirmable(form, what === "setup_intents")
  else if (form.return_url !== undefined) {
    throw invalid("It is for a confirmation alone.", { param: "return_url" })
  }
}

/** What a form nests deeper had brackets in its name. */
const assertMetadata = ({ metadata }: FormTree): void => {
  const entries = Object.entries(tree(metadata))
  const fits = ([name, value]: (typeof entries)[number]) =>
    typeof value === "string" && name.length <= 40 && value.length <= 500
  if (entries.length > 50 || !entries.every(fits)) {
    throw invalid("Metadata has 50 keys of 40 characters, without brackets.", { param: "metadata" })
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
      throw invalid("The statement descriptor can't be so.", { param })
    }
  }
}

const fitsWithin = ({ length }: string, least: number): boolean => length >= least && length <= 22

/**
 * What is confirmed may ask its payer, by whatever method the dashboard allows: it wants to be told
 * where they come back to, unless there is none (docs.stripe.com/changelog/2023-08-16).
 */
const assertConfirmable = (form: FormTree, isSetup: boolean): void => {
  const isOff = !isSetup && form.off_session === "true"
  if (form.error_on_requires_action !== undefined) {
    throw invalid("It can't be used with methods of the dashboard.", {
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
    throw invalid("It is unsupported with `setup_future_usage`.", {
      param: "payment_method_options[card][stored_credential_usage]"
    })
  }
}
