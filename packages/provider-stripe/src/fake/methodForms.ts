import type { FormTree, FormValue } from "./form.ts"
import { fakeMethod } from "./methods.ts"
import { text, tree } from "./paymentForms.ts"
import { invalid } from "./refusals.ts"

/** Refuses a charge that the method can't make, or that lacks a parameter. */
export const assertMethod = (type: string, form: FormTree): void => {
  const method = fakeMethod(type)
  if (method === null) return
  if (!method.currencies.split(" ").includes(text(form.currency) ?? "")) {
    throw invalid(`${type} doesn't support the currency.`, { param: "currency" })
  }
  if (form.capture_method === "manual" && method.canHold !== true) {
    throw invalid(`${type} doesn't support manual capture.`, { param: "capture_method" })
  }
  if (form.confirm !== "true" || text(form.payment_method) !== null) return
  const data = tree(form.payment_method_data)
  const missing = method.needs?.split(" ").find((path) => valueAt(data, path) === null)
  if (missing !== undefined) {
    const name = `payment_method_data[${missing.replace("[", "][")}`
    throw invalid(`Missing required param: ${name}.`, { param: name, code: "parameter_missing" })
  }
  const consent = ["ip_address", "user_agent"].map((name) =>
    valueAt(form, `mandate_data[customer_acceptance][online][${name}]`)
  )
  if (needsMandate.has(type) && consent.includes(null)) {
    throw invalid("A mandate is required.", { param: "mandate_data", code: "parameter_missing" })
  }
  assertOptions(type, form)
}

/** Returns the value of a parameter by its path, such as `billing_details[name]`. */
const valueAt = (form: FormValue, path: string): string | null =>
  text(
    path
      .split("[")
      .map((part) => part.replace("]", ""))
      .reduce<FormValue | undefined>((inner, name) => tree(inner)[name], form)
  )

const needsMandate: ReadonlySet<string> = new Set([
  "sepa_debit",
  "bacs_debit",
  "au_becs_debit",
  "us_bank_account"
])

const assertOptions = (type: string, form: FormTree): void => {
  const code = valueAt(form, "payment_method_options[blik][code]")
  if (type === "blik" && !/^\d{6}$/.test(code ?? "")) {
    throw invalid("Invalid BLIK code.", { param: "payment_method_options[blik][code]" })
  }
  if (
    type === "wechat_pay" &&
    valueAt(form, "payment_method_options[wechat_pay][client]") === null
  ) {
    throw invalid("Missing required param: client.", {
      param: "payment_method_options[wechat_pay][client]"
    })
  }
  if (type !== "customer_balance") return
  const transfer = valueAt(form, "payment_method_options[customer_balance][bank_transfer][type]")
  if (text(form.customer) === null || transfer === null) {
    throw invalid("A customer is required for customer_balance.", { param: "customer" })
  }
}
