import type { MethodField } from "../session/PayerApi.ts"
import type { Texts } from "../texts/Texts.ts"

/** The attributes of a field's input, for the keyboards of phones and for autofill. */
interface FieldInput {
  readonly type: "text" | "email" | "tel"
  readonly inputmode: "text" | "numeric" | "email" | "tel"
  readonly autocomplete: string
  /** True for numbers and addresses that run from left to right in every language. */
  readonly isLeftToRight: boolean
}

const text: FieldInput = {
  type: "text",
  inputmode: "text",
  autocomplete: "off",
  isLeftToRight: false
}
const number: FieldInput = { ...text, inputmode: "numeric", isLeftToRight: true }

const filledIn = (autocomplete: string): FieldInput => ({ ...text, autocomplete })

const inputs: Readonly<Record<string, FieldInput>> = {
  name: filledIn("name"),
  email: { type: "email", inputmode: "email", autocomplete: "email", isLeftToRight: true },
  phone: { type: "tel", inputmode: "tel", autocomplete: "tel", isLeftToRight: true },
  document: { ...text, isLeftToRight: true },
  iban: { ...text, isLeftToRight: true },
  account_number: number,
  routing_number: number,
  code: { ...number, autocomplete: "one-time-code" },
  "billing_address.line1": filledIn("billing address-line1"),
  "billing_address.postal_code": filledIn("billing postal-code"),
  "billing_address.city": filledIn("billing address-level2"),
  "billing_address.state": filledIn("billing address-level1"),
  "billing_address.country": filledIn("billing country")
}

/** Returns the attributes of a field's input. */
export const inputOf = ({ name, format = "" }: MethodField): FieldInput =>
  inputs[format] ?? inputs[name] ?? text

/** Names that payers read on their statements and cards in every language. */
const properNames: Readonly<Record<string, string>> = {
  iban: "IBAN",
  bsb: "BSB",
  sort_code: "Sort code",
  cpf_cnpj: "CPF / CNPJ"
}

/** Returns the label of a field. In a debit, the name is that of the account's holder. */
export const labelOf = (texts: Texts, field: MethodField, isDebit: boolean): string => {
  const { name, format = "", required } = field
  const key = name.replace("billing_address.", "").replace("line1", "street")
  const label =
    properNames[format] ??
    texts.fields[isDebit && name === "name" ? "holder" : format] ??
    texts.fields[key] ??
    key
  return required ? label : texts.optional(label)
}
