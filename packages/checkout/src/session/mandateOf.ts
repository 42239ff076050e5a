import { joined } from "../texts/joined.ts"
import type { Texts } from "../texts/Texts.ts"
import type { PayerSession } from "./PayerApi.ts"

/**
 * Returns the payer's mandate for a debit, or null if the method is no debit. If the session saves
 * the method, the mandate authorizes the later debits too.
 */
export const mandateOf = (
  texts: Texts,
  {
    method_mandates,
    methods_to_save,
    merchant
  }: Pick<PayerSession, "method_mandates" | "methods_to_save" | "merchant">,
  type: string
): string | null => {
  const kind = method_mandates?.[type]
  if (kind === undefined) return null
  const rights = kind === "sepa" || kind === "bacs" ? texts.mandates[kind] : ""
  const later = methods_to_save?.includes(type) === true ? texts.mandates.later : ""
  return joined(texts, [texts.mandates.debit(merchant), later, rights])
}
