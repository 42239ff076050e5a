import { html, nothing } from "lit"
import { brandMark } from "../frame/brandMark.ts"
import { drawingOf } from "../look/brandDrawings.ts"
import { markName } from "../look/markName.ts"
import type { Choice } from "../session/Choice.ts"
import type { PayerSession } from "../session/PayerApi.ts"
import type { Texts } from "../texts/Texts.ts"
import { methodMark } from "./methodMark.ts"

/** Returns the payment methods that a page offers. It can show only the given wallets. */
export const choicesOf = (session: PayerSession, wallets: object): ReadonlyArray<Choice> =>
  session.available_methods.flatMap((method): ReadonlyArray<Choice> => {
    switch (method) {
      case "card":
        return [{ method, type: "" }]
      case "wallet":
        return session.method_types.wallet
          .filter((type) => Object.hasOwn(wallets, type))
          .map((type) => ({ method, type }))
      case "apm":
        return session.method_types.apm.map((type) => ({ method, type }))
      default:
        return []
    }
  })

/** Returns the name of a payment method. */
export const nameOf = (texts: Texts, { method, type }: Choice): string =>
  method === "card" ? texts.byCard : markName(type)

/** Returns the marks of a card's brands, or the mark of a wallet or an alternative method. */
export const marksOf = ({ method_marks }: PayerSession, { method, type }: Choice): unknown => {
  if (method !== "card") return html`<span class="mark drawn">${methodMark(type)}</span>`
  const brands = method_marks[method] ?? []
  return brands.length === 0
    ? nothing
    : html`<ul class="marks">
        ${brands.map((brand) => {
          const how = drawingOf(brand) === undefined ? "written" : "drawn"
          return html`<li class="mark ${how}">${brandMark(brand)}</li>`
        })}
      </ul>`
}
