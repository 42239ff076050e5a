import { html, nothing } from "lit"
import type { LiveSubscription, SavedInstrument } from "../../portal/PortalApi.ts"
import type { PortalDialog } from "../../portal/PortalDialog.ts"
import type { PortalFlow } from "../../portal/PortalFlow.ts"
import {
  instrumentName,
  namesOf,
  type PortalWords,
  subscriptionName
} from "../../portal/portalWords.ts"
import { formatDate } from "../../session/formatAmount.ts"

/** The parts of a dialog: its question, the choices, and what the confirmation sends. */
export interface DialogParts {
  readonly title: string
  readonly body: unknown
  /** The text on the button. Null if the dialog only says why it is not possible. */
  readonly confirm: string | null
  /** Sends the change that the entries of the form choose. */
  readonly send: (flow: PortalFlow, entries: FormData) => ReturnType<PortalFlow["change"]>
}

type Question = Exclude<PortalDialog, { readonly kind: "checkout" }>

interface Known {
  readonly words: PortalWords
  readonly instruments: ReadonlyArray<SavedInstrument>
  readonly subscriptions: ReadonlyArray<LiveSubscription>
}

/** Returns the parts of a dialog that asks before a change. */
export const dialogParts = (dialog: Question, known: Known): DialogParts => {
  switch (dialog.kind) {
    case "cancel":
      return cancelParts(dialog.subscription, known)
    case "pause":
      return {
        title: known.words.portal.pauseTitle,
        body: html`${subject(known, dialog.subscription)}
          <p>${known.words.portal.pauseText}</p>`,
        confirm: known.words.portal.pause,
        send: (flow) => flow.change((api) => api.pause(dialog.subscription.id))
      }
    case "change_card":
      return changeParts(dialog.subscription, known)
    case "remove":
      return removeParts(dialog.instrument, known)
    case "default":
      return defaultParts(dialog.instrument, known)
  }
}

const subject = ({ words }: Known, subscription: LiveSubscription): unknown =>
  html`<p class="subject"><bdi>${subscriptionName(words, subscription)}</bdi></p>`

const cancelParts = (subscription: LiveSubscription, known: Known): DialogParts => {
  const { portal, page } = known.words
  const { actions, period_end: end, id } = subscription
  const choices = [
    ...(actions.includes("cancel")
      ? ([["end", portal.cancelAtEnd(formatDate(page, end))]] as const)
      : []),
    ...(actions.includes("cancel_now") ? ([["now", portal.cancelNow]] as const) : [])
  ]
  return {
    title: portal.cancelTitle,
    body: html`${subject(known, subscription)}
      <div class="choices" role="radiogroup" aria-label=${portal.cancelTitle}>
        ${choices.map(
          ([when, text], at) =>
            html`<label class="choice">
              <input type="radio" name="when" value=${when} ?checked=${at === 0} />
              <span>${text}</span>
            </label>`
        )}
      </div>`,
    confirm: portal.cancel,
    send: (flow, entries) => flow.change((api) => api.cancel(id, entries.get("when") !== "now"))
  }
}

/** Returns the list of cards to choose from, without one. The default comes first. */
const cardChoice = ({ words, instruments }: Known, without: string): unknown => {
  const others = instruments
    .filter(({ id }) => id !== without)
    .toSorted((one, other) => Number(other.is_default) - Number(one.is_default))
  return html`<div class="choices" role="radiogroup" aria-label=${words.portal.changeTitle}>
    ${others.map(
      (instrument, at) =>
        html`<label class="choice">
          <input type="radio" name="card" value=${instrument.id} ?checked=${at === 0} />
          <span>${instrumentName(words, instrument)}</span>
        </label>`
    )}
  </div>`
}

const hasOther = ({ instruments }: Known, without: string): boolean =>
  instruments.some(({ id }) => id !== without)

const changeParts = (subscription: LiveSubscription, known: Known): DialogParts => {
  const { portal } = known.words
  const { id, payment_instrument: current, overdue } = subscription
  const isPossible = hasOther(known, current)
  const name = subscriptionName(known.words, subscription)
  return {
    title: portal.changeTitle,
    body: isPossible
      ? html`${subject(known, subscription)} ${cardChoice(known, current)}
          ${overdue === null ? nothing : html`<p class="quiet">${portal.changeOverdue}</p>`}`
      : html`<p>${portal.removeLast(name)}</p>`,
    confirm: isPossible ? portal.changeCard : null,
    send: (flow, entries) => flow.change((api) => api.changeCard(id, String(entries.get("card"))))
  }
}

const removeParts = (instrument: SavedInstrument, known: Known): DialogParts => {
  const { words, subscriptions } = known
  const { portal } = words
  const { id, subscriptions: billed } = instrument
  const name = html`<p class="subject">${instrumentName(words, instrument)}</p>`
  const names = namesOf(words, billed, subscriptions)
  if (billed.length === 0) {
    return {
      title: portal.removeTitle,
      body: html`${name}<p>${portal.removeText}</p>`,
      confirm: portal.remove,
      send: (flow) => flow.change((api) => api.remove(id, null))
    }
  }
  const isPossible = hasOther(known, id)
  return {
    title: portal.removeTitle,
    body: isPossible
      ? html`${name}<p>${portal.removeMove(names)}</p>
          ${cardChoice(known, id)}`
      : html`${name}<p>${portal.removeLast(names)}</p>`,
    confirm: isPossible ? portal.remove : null,
    send: (flow, entries) => flow.change((api) => api.remove(id, String(entries.get("card"))))
  }
}

const defaultParts = (instrument: SavedInstrument, known: Known): DialogParts => {
  const { words, subscriptions } = known
  const { portal } = words
  const moving = subscriptions.filter((one) => one.payment_instrument !== instrument.id)
  const ids = moving.map(({ id }) => id)
  return {
    title: portal.defaultTitle,
    body: html`<p class="subject">${instrumentName(words, instrument)}</p>
      ${
        moving.length === 0
          ? nothing
          : html`<label class="choice">
              <input type="checkbox" name="moves" />
              <span>${portal.defaultMove(namesOf(words, ids, subscriptions))}</span>
            </label>`
      }
      ${
        moving.some(({ overdue }) => overdue !== null)
          ? html`<p class="quiet">${portal.changeOverdue}</p>`
          : nothing
      }`,
    confirm: portal.makeDefault,
    send: (flow, entries) =>
      flow.change((api) => api.makeDefault(instrument.id, entries.get("moves") !== null))
  }
}
