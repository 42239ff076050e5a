import { html, nothing } from "lit"
import { amountPartsOf, type PartOfAmount } from "../session/amountParts.ts"
import { formatAmount, formatCount } from "../session/formatAmount.ts"
import type { LineItem, PayerSession } from "../session/PayerApi.ts"
import { termsOf } from "../session/subscriptionTerms.ts"
import type { Texts } from "../texts/Texts.ts"

/** Returns the badge of test mode. */
export const badgeOf = (texts: Texts): unknown => html`<span class="badge">${texts.testMode}</span>`

/** The most items that are shown unfolded. On a phone more would push the fields out of sight. */
const shownLines = 6

/**
 * Returns the summary: the amount, its interval, the description and the items, and the badge of
 * test mode if the header is hidden. In a narrow column the description and the items are folded
 * behind a button. The later costs of a subscription are always shown, because payers should not
 * have to look for them.
 */
export const summaryOf = (texts: Texts, session: PayerSession, hasBadge: boolean): unknown => {
  const { amount, mode } = session
  const isAmountHidden = amount === "0" && mode === "payment"
  const isFolded =
    session.description !== null ||
    session.line_items.length > 0 ||
    amountPartsOf(session).length > 0
  return html`${
    isAmountHidden && !isFolded
      ? nothing
      : html`<div class="paid">
          ${isAmountHidden ? nothing : html`<p class="amount">${formatAmount(texts, session)}</p>`}
          ${isFolded ? unfolding(texts) : nothing}
        </div>`
  }
    ${mode === "subscription" ? linesOfTerms(texts, session) : nothing}
    ${isFolded ? detailsOf(texts, session) : nothing}
    ${hasBadge ? html`<p>${badgeOf(texts)}</p>` : nothing}`
}

/** Returns the button that unfolds details. It is shown only in a narrow column. */
const unfolding = (texts: Texts): unknown =>
  html`<button
    class="unfold"
    type="button"
    aria-expanded="false"
    aria-controls="folded"
    @click=${({ currentTarget }: MouseEvent) => unfold(currentTarget as HTMLElement)}
  >
    ${texts.details}
  </button>`

const unfold = (button: HTMLElement): void => {
  const isUnfolded = button.getAttribute("aria-expanded") === "true"
  button.setAttribute("aria-expanded", String(!isUnfolded))
}

const detailsOf = (texts: Texts, session: PayerSession): unknown => {
  const { description } = session
  return html`<div class="folded" id="folded">
    ${description === null ? nothing : html`<p class="description"><bdi>${description}</bdi></p>`}
    ${linesOf(texts, session)}
  </div>`
}

/** Returns the amount that is due today, and the later charges. */
const linesOfTerms = (texts: Texts, session: PayerSession): unknown => {
  const { today, later, ends } = termsOf(texts, session)
  return html`<p class="today quiet">${today}</p>
    <p class="interval">${later}</p>
    ${ends === null ? nothing : html`<p class="ends quiet">${ends}</p>`}`
}

const linesOf = (texts: Texts, session: PayerSession): unknown => {
  const parts = amountPartsOf(session)
  if (session.line_items.length === 0 && parts.length === 0) return nothing
  const partList = html`<ul class="parts">${parts.map(partLine(texts, session))}</ul>`
  return html`<div class="lines">
    ${itemsOf(texts, session)} ${parts.length === 0 ? nothing : partList}
    <p class="total">
      <span>${texts.total}</span>
      <span class="price">${formatAmount(texts, session)}</span>
    </p>
  </div>`
}

/** Returns the list of the items, which is folded if it is long. */
const itemsOf = (texts: Texts, session: PayerSession): unknown => {
  const { line_items: items } = session
  if (items.length === 0) return nothing
  const list = html`<ul class="items">
    ${items.map((item) => lineOf(texts, session, item))}
  </ul>`
  const count = formatCount(texts, items.length)
  return items.length > shownLines
    ? html`<details><summary>${texts.items} (${count})</summary>${list}</details>`
    : list
}

/** Returns a function that shows a part of the amount. */
const partLine =
  (texts: Texts, session: PayerSession) =>
  ({ part, amount }: PartOfAmount): unknown =>
    html`<li class="part">
      <span>${texts.amounts[part]}</span>
      <span class="price">${formatAmount(texts, { ...session, amount })}</span>
    </li>`

const lineOf = (
  texts: Texts,
  session: PayerSession,
  { name, quantity, amount }: LineItem
): unknown => {
  const times =
    quantity === 1
      ? nothing
      : html`<span class="quiet">×&nbsp;${formatCount(texts, quantity)}</span>`
  return html`<li class="item">
    <span><bdi>${name}</bdi> ${times}</span>
    <span class="price">${formatAmount(texts, { ...session, amount })}</span>
  </li>`
}
