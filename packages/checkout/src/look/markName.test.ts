import { expect, it } from "vitest"
import { markName } from "./markName.ts"

it.each([
  ["visa", "Visa"],
  ["mastercard", "Mastercard"],
  ["amex", "Amex"],
  ["discover", "Discover"],
  ["jcb", "JCB"],
  ["sepa_debit", "SEPA Direct Debit"],
  ["some_new_scheme", "Some new scheme"]
])("the mark of %s reads %s", (name, sign) => {
  expect(markName(name)).toBe(sign)
})
