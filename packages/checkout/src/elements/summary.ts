import { html, nothing } from "lit"
import { formatAmount } from "../session/formatAmount.ts"
import type { LineItem, PayerSession } from "../session/PayerApi.ts"
import type { Texts } from "../texts/Texts.ts"

/** That it's a test. */
export const badgeOf = (texts: Texts): unknown => html`<span class="badge">${texts.testMode}</span>`

/** So many lines are read at a glance; on a phone more would push the fields out of sight. */
const shownLines = 6

/** How much is paid, how often and for what; that it's a test, where no header says so. */
export const summaryOf = (texts: Texts, session: PayerSession, hasBadge: boolean): unknown => {
  const { amount, interval, description } = session
  const often = interval === null ? null : texts.every(interval.count, interval.unit)
  return html`${amount === "0" ? nothing : html`<p class="amount">${formatAmount(session)}</p>`}
    ${often === null ? nothing : html`<p class="interval quiet">${often}</p>`}
    ${description === null ? nothing : html`<p class="description">${description}</p>`}
    ${linesOf(texts, session)}
    ${hasBadge ? html`<p>${badgeOf(texts)}</p>` : nothing}`
}

const linesOf = (texts: Texts, session: PayerSession): unknown => {
  const { line_items: items } = session
  if (items.length === 0) return nothing
  const list = html`<ul class="items">
    ${items.map((item) => lineOf(session, item))}
  </ul>`
  return html`<div class="lines">
    ${
      items.length > shownLines
        ? html`<details><summary>${texts.items} (${items.length})</summary>${list}</details>`
        : list
    }
    <p class="total">
      <span>${texts.total}</span>
      <span class="price">${formatAmount(session)}</span>
    </p>
  </div>`
}

const lineOf = (session: PayerSession, { name, quantity, amount }: LineItem): unknown => {
  const times = quantity === 1 ? nothing : html`<span class="quiet">× ${quantity}</span>`
  return html`<li class="item">
    <span>${name} ${times}</span>
    <span class="price">${formatAmount({ ...session, amount })}</span>
  </li>`
}
