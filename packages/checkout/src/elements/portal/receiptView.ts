import { html, nothing } from "lit"
import type { Portal, Receipt } from "../../portal/PortalApi.ts"
import { methodName, type PortalWords } from "../../portal/portalWords.ts"
import { formatAmount, formatDate } from "../../session/formatAmount.ts"

/** Returns a receipt to read and to print. It has at most what a customer needs to prove it. */
export const receiptView = (
  words: PortalWords,
  portal: Portal,
  receipt: Receipt,
  goBack: () => void
): unknown => {
  const { portal: texts, page } = words
  const { currency, period } = receipt
  const money = (amount: string) => formatAmount(page, { amount, currency })
  const date = (time: string) => formatDate(page, time)
  const customer = [portal.name, portal.email].filter((part) => part !== null)
  const facts: ReadonlyArray<readonly [string, unknown]> = [
    [texts.receiptNumber, html`<code>${receipt.id}</code>`],
    [texts.receiptDate, date(receipt.created)],
    ...(customer.length === 0
      ? []
      : ([[texts.receiptCustomer, html`<bdi>${customer.join(", ")}</bdi>`]] as const)),
    ...(period === null
      ? []
      : ([[texts.receiptPeriod, `${date(period.start)} – ${date(period.end)}`]] as const)),
    [texts.receiptMethod, methodName(words, receipt)]
  ]
  return html`<article class="sheet" aria-labelledby="receipt">
    <p class="merchant printed"><bdi>${portal.merchant}</bdi></p>
    <h2 id="receipt" tabindex="-1">${texts.receipt}</h2>
    <dl>${facts.map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>
    <ul class="lines">
      ${
        receipt.items.length === 0 && receipt.description !== null
          ? line(html`<bdi>${receipt.description}</bdi>`, money(receipt.amount))
          : nothing
      }
      ${receipt.items.map(({ name, quantity, amount }) =>
        line(
          html`<bdi>${name}</bdi>${quantity === 1 ? nothing : html` ×&nbsp;${quantity}`}`,
          money(amount)
        )
      )}
      <li class="line total">
        <span>${page.total}</span><span class="sum">${money(receipt.amount)}</span>
      </li>
      ${receipt.refunds.map(({ amount, created, status }) =>
        line(
          html`${status === "succeeded" ? texts.refunded : texts.refundPending},
          ${date(created)}`,
          money(`-${amount}`)
        )
      )}
    </ul>
    <div class="actions unprinted">
      <button class="button" type="button" @click=${() => window.print()}>${texts.print}</button>
      <button class="button secondary back-button" type="button" @click=${goBack}>
        ${texts.goBack}
      </button>
    </div>
  </article>`
}

const line = (name: unknown, sum: string): unknown =>
  html`<li class="line"><span>${name}</span><span class="sum">${sum}</span></li>`
