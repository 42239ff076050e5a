import { latinDigits } from "../card/digits.ts"
import type { EnteredFacts, MethodField } from "../session/PayerApi.ts"
import { isIban } from "./isIban.ts"

/** The name or form of a field, or the number of digits that it has. */
export type FieldMistake = "missing" | "email" | "fullName" | "iban" | "entry" | number

/** A field as far as its value depends on it. */
type Field = Pick<MethodField, "name" | "required" | "format">

/** Numbers and codes, which payers type with separators. */
const ofCharacters: ReadonlyArray<string> = ["document", "routing_number", "account_number", "code"]

/** Returns a typed text as it is sent: numbers and codes without separators. */
export const valueOf = ({ name }: Pick<Field, "name">, typed: string): string =>
  ofCharacters.includes(name)
    ? latinDigits(typed)
        .replaceAll(/[\s./–-]/g, "")
        .toUpperCase()
    : (name === "phone" ? latinDigits(typed) : typed).trim()

/** Returns a text as it is shown once the payer leaves the field: an IBAN in groups of four. */
export const shownValue = (field: Field, typed: string): string =>
  field.format === "iban" ? valueOf(field, typed).replaceAll(/(.{4})(?=.)/g, "$1 ") : typed

const digitsByFormat: ReadonlyMap<string | undefined, number> = new Map([
  ["sort_code", 6],
  ["bsb", 6],
  ["blik", 6],
  ["aba", 9]
])

/** Returns the mistake in a typed text, or null if there is none. */
export const mistakeIn = (field: Field, typed: string): FieldMistake | null => {
  const { name, required, format } = field
  const value = valueOf(field, typed)
  if (value === "") return required ? "missing" : null
  const digits = digitsByFormat.get(format)
  if (digits !== undefined) return /^\d+$/.test(value) && value.length === digits ? null : digits
  if (format === "iban") return isIban(value) ? null : "iban"
  if (format === "full_name") return /\S\s+\S/.test(value) ? null : "fullName"
  if (name === "email") return /^\S+@\S+\.\S+$/.test(value) ? null : "email"
  return (wellMade[format ?? name] ?? /^.{1,255}$/).test(value) ? null : "entry"
}

/** The forms of facts whose mistakes have no text of their own. Lengths are the API's limits. */
const wellMade: Readonly<Record<string, RegExp>> = {
  phone: /^[+(\p{Nd}][^\p{L}]{4,31}$/u,
  document: /^[\p{L}\d]{3,32}$/u,
  cpf_cnpj: /^(?:\d{11}|[A-Z\d]{12}\d{2})$/,
  account_number: /^[A-Z\d]{4,34}$/,
  routing_number: /^[A-Z\d]{3,16}$/,
  code: /^[\p{L}\d]{1,16}$/u,
  "billing_address.postal_code": /^.{1,32}$/
}

const addressPrefix = "billing_address."

/** Returns the facts that the payer entered, as a confirm has them. Empty fields are left out. */
export const enteredFacts = (
  fields: ReadonlyArray<MethodField>,
  typedIn: (field: MethodField) => string
): Partial<EnteredFacts> => {
  const values = fields
    .map((field) => [field.name, valueOf(field, typedIn(field))] as const)
    .filter(([, value]) => value !== "")
  const details = values.filter(([name]) => !name.startsWith(addressPrefix))
  const address = values
    .filter(([name]) => name.startsWith(addressPrefix))
    .map(([name, value]) => [name.slice(addressPrefix.length), value] as const)
  return {
    ...(details.length === 0 ? {} : { details: Object.fromEntries(details) }),
    ...(address.length === 0 ? {} : { billing_address: Object.fromEntries(address) })
  }
}
