import { html, nothing } from "lit"
import type { View } from "../session/CheckoutFlow.ts"
import { formatAmount } from "../session/formatAmount.ts"
import type { Decline, PayerSession } from "../session/PayerApi.ts"
import type { Message, Texts } from "../texts/Texts.ts"

/** Who is paid, how much, and how often. */
export const summaryOf = (texts: Texts, session: PayerSession, isTest: boolean): unknown => {
  const { amount, interval, merchant } = session
  const often = interval === null ? null : texts.every(interval.count, interval.unit)
  return html`<header>
    <h2>${merchant} ${isTest ? html`<span class="badge">${texts.testMode}</span>` : nothing}</h2>
    ${amount === "0" ? nothing : html`<p class="amount">${formatAmount(session)}</p>`}
    ${often === null ? nothing : html`<p class="quiet">${often}</p>`}
  </header>`
}

/** What the button does. */
export const buttonText = (texts: Texts, session: PayerSession): string => {
  if (session.amount === "0") return texts.saveCard
  const amount = formatAmount(session)
  return session.mode === "subscription" ? texts.subscribe(amount) : texts.pay(amount)
}

/** What is to be said above the form, if anything. */
export const noticeOf = (texts: Texts, view: View): unknown => {
  const notice = view._tag === "form" ? view.notice : null
  switch (notice?._tag) {
    case "declined":
      return titled(declineMessage(texts, notice.decline))
    case "not_arrived":
      return titled(texts.notArrived)
    case "bad_card":
      return html`<p>${texts.mistakes.card}</p>`
    default:
      return nothing
  }
}

/** Codes and advice that this page doesn't know yet are told in the plainest words. */
const declineMessage = (texts: Texts, { code, advice }: Decline): Message => ({
  title: texts.declined,
  text: [texts.declines[code] ?? texts.declines.card_declined, texts.advice[advice] ?? ""]
    .join(" ")
    .trim()
})

/** What fills the page where there is no form. */
export const messageOf = (texts: Texts, view: View, session: PayerSession | null): unknown => {
  switch (view._tag) {
    case "loading":
      return html`<p class="quiet">${texts.loading}</p>`
    case "unreachable":
      return titled(texts.unreachable)
    case "bad_link":
      return titled(texts.badLink)
    case "processing":
      return html`<span class="spinner"></span
        >${titled(view.elsewhere ? texts.processingElsewhere : texts.processing)}`
    case "succeeded":
      return html`${tick}${titled(succeeded(texts, view.elsewhere, session))}`
    case "ended":
      return titled(texts[view.status])
    case "challenge":
      return html`${titled(texts.challenge)}<iframe
          class="challenge"
          src=${view.url}
          title=${texts.challenge.title}
          referrerpolicy="no-referrer"
        ></iframe>`
    case "form":
      return nothing
  }
}

const succeeded = (texts: Texts, elsewhere: boolean, session: PayerSession | null): Message => {
  if (session?.amount === "0") return texts.cardSaved
  return elsewhere ? texts.succeededElsewhere : texts.succeeded
}

const titled = ({ title, text }: Message): unknown =>
  html`<h2>${title}</h2>
    <p>${text}</p>`

const tick = html`<svg class="tick" viewBox="0 0 24 24" aria-hidden="true">
  <path d="M5 12.5l4.5 4.5L19 7.5" />
</svg>`
