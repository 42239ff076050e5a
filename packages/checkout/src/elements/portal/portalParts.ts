import { html, nothing } from "lit"
import type { LiveSubscription, Receipt, SavedInstrument } from "../../portal/PortalApi.ts"
import type { PortalState } from "../../portal/PortalFlow.ts"
import {
  expiryOf,
  instrumentName,
  namesOf,
  type PortalWords,
  priceOf,
  prospectsOf,
  statusOf,
  subscriptionName
} from "../../portal/portalWords.ts"
import { formatAmount, formatDate } from "../../session/formatAmount.ts"

/** The state of the page, and what its buttons do. */
export interface PortalPage {
  readonly words: PortalWords
  readonly state: PortalState
  readonly now: Date
  readonly act: PortalActs
}

/** The customer's actions. An action that needs a choice opens a dialog. */
export interface PortalActs {
  readonly onSubscription: (action: string, subscription: LiveSubscription) => void
  readonly onInstrument: (action: "default" | "remove", instrument: SavedInstrument) => void
  readonly addCard: () => void
  readonly showReceipt: (receipt: Receipt) => void
  readonly moreReceipts: () => void
}

/** Returns the sections of the page. */
export const sectionsOf = (page: PortalPage): unknown => {
  const { words, state } = page
  const { portal: texts } = words
  const { portal, lists } = state
  const mayChange = portal?.allow.includes("payment_instruments") ?? false
  const { subscriptions, instruments, receipts } = lists
  return html`${section(
    "subscriptions",
    texts.subscriptions,
    listOf(
      subscriptions.items.map((item) => subscriptionItem(page, item)),
      texts.noSubscriptions
    )
  )}
  ${section(
    "cards",
    texts.cards,
    html`${listOf(
      instruments.items.map((item) => instrumentItem(page, item, mayChange)),
      texts.noCards
    )}
    ${
      mayChange
        ? html`<button
            class="button secondary add"
            type="button"
            ?disabled=${state.isBusy}
            @click=${page.act.addCard}
          >
            ${texts.addCard}
          </button>`
        : nothing
    }`
  )}
  ${
    portal?.allow.includes("receipts")
      ? section(
          "receipts",
          texts.receipts,
          html`${listOf(
            receipts.items.map((item) => receiptItem(page, item)),
            texts.noReceipts
          )}
          ${
            receipts.next === null
              ? nothing
              : html`<button
                  class="button secondary more"
                  type="button"
                  ?disabled=${state.isBusy}
                  @click=${page.act.moreReceipts}
                >
                  ${texts.more}
                </button>`
          }`
        )
      : nothing
  }`
}

const section = (id: string, title: string, content: unknown): unknown =>
  html`<section class="section ${id}" aria-labelledby=${id}>
    <h2 id=${id}>${title}</h2>
    ${content}
  </section>`

const listOf = (items: ReadonlyArray<unknown>, none: string): unknown =>
  items.length === 0 ? html`<p class="quiet">${none}</p>` : html`<ul class="list">${items}</ul>`

/** The buttons of a subscription, from the most to the least urgent one. */
const subscriptionButtons = [
  "pay_overdue",
  "undo_cancel",
  "resume",
  "change_payment_instrument",
  "pause",
  "cancel"
] as const

const subscriptionItem = (page: PortalPage, subscription: LiveSubscription): unknown => {
  const { words, state, act } = page
  const { text, isWrong } = statusOf(words, subscription)
  const name = subscriptionName(words, subscription)
  const { items } = state.lists.instruments
  const paidBy = items.find(({ id }) => id === subscription.payment_instrument)
  const shown = subscriptionButtons.filter((action) =>
    action === "cancel"
      ? subscription.actions.some((one) => one === "cancel" || one === "cancel_now")
      : subscription.actions.includes(action)
  )
  return html`<li class="item" data-id=${subscription.id}>
    <div class="row">
      <h3 class="name"><bdi>${name}</bdi></h3>
      <span class="badge ${isWrong ? "wrong" : ""}">${text}</span>
    </div>
    <p class="price">${priceOf(words, subscription)}</p>
    ${prospectsOf(words, subscription).map((sentence) => html`<p class="quiet">${sentence}</p>`)}
    ${
      paidBy === undefined
        ? nothing
        : html`<p class="quiet small">${words.portal.paidWith(instrumentName(words, paidBy))}</p>`
    }
    <div class="actions">
      ${shown.map(
        (action) =>
          html`<button
            class="act ${action === "pay_overdue" ? "button" : ""}"
            type="button"
            data-action=${action}
            ?disabled=${state.isBusy}
            aria-label=${`${labelOf(words, action, subscription)}: ${name}`}
            @click=${() => act.onSubscription(action, subscription)}
          >
            ${labelOf(words, action, subscription)}
          </button>`
      )}
    </div>
  </li>`
}

const labelOf = (
  { portal, page }: PortalWords,
  action: (typeof subscriptionButtons)[number],
  { currency, overdue }: LiveSubscription
): string => {
  switch (action) {
    case "pay_overdue":
      return portal.pay(formatAmount(page, { amount: overdue?.amount ?? "0", currency }))
    case "undo_cancel":
      return portal.undoCancel
    case "resume":
      return portal.resume
    case "pause":
      return portal.pause
    case "change_payment_instrument":
      return portal.changeCard
    case "cancel":
      return portal.cancel
  }
}

const instrumentItem = (
  { words, state, now, act }: PortalPage,
  instrument: SavedInstrument,
  mayChange: boolean
): unknown => {
  const { portal: texts } = words
  const { card, subscriptions, is_default: isDefault } = instrument
  const name = instrumentName(words, instrument)
  const expiry = card === null ? null : expiryOf(words, card, now)
  const button = (action: "default" | "remove", label: string) =>
    html`<button
      class="act"
      type="button"
      data-action=${action}
      ?disabled=${state.isBusy}
      aria-label=${`${label}: ${name}`}
      @click=${() => act.onInstrument(action, instrument)}
    >
      ${label}
    </button>`
  return html`<li class="item" data-id=${instrument.id}>
    <div class="row">
      <h3 class="name">${name}</h3>
      ${isDefault ? html`<span class="badge">${texts.isDefault}</span>` : nothing}
    </div>
    ${
      expiry === null
        ? nothing
        : html`<p class=${expiry.isExpired ? "problem" : "quiet"}>${expiry.text}</p>`
    }
    ${
      subscriptions.length === 0
        ? nothing
        : html`<p class="quiet small">
            ${texts.usedFor(namesOf(words, subscriptions, state.lists.subscriptions.items))}
          </p>`
    }
    ${
      mayChange
        ? html`<div class="actions">
            ${isDefault ? nothing : button("default", texts.makeDefault)}
            ${button("remove", texts.remove)}
          </div>`
        : nothing
    }
  </li>`
}

const receiptItem = ({ words, act }: PortalPage, receipt: Receipt): unknown => {
  const { portal: texts, page } = words
  const { currency, created, description, amount_refunded: refunded } = receipt
  const date = formatDate(page, created)
  return html`<li class="item receipt" data-id=${receipt.id}>
    <div class="row">
      <span class="name">
        ${date}${description === null ? nothing : html` · <bdi>${description}</bdi>`}
      </span>
      <span class="sum">${formatAmount(page, { amount: receipt.amount, currency })}</span>
    </div>
    ${
      refunded === "0"
        ? nothing
        : html`<p class="quiet small">
            ${texts.refunded}: ${formatAmount(page, { amount: refunded, currency })}
          </p>`
    }
    <div class="actions">
      <button
        class="act"
        type="button"
        aria-label=${`${texts.showReceipt}: ${date}`}
        @click=${() => act.showReceipt(receipt)}
      >
        ${texts.showReceipt}
      </button>
    </div>
  </li>`
}
