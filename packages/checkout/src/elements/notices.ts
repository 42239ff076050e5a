import { html, nothing } from "lit"
import type { Choice } from "../session/Choice.ts"
import type { Decline, PayerSession } from "../session/PayerApi.ts"
import type { View } from "../session/View.ts"
import { joined } from "../texts/joined.ts"
import type { Message, Texts } from "../texts/Texts.ts"
import { nameOf } from "./methodChoices.ts"
import { titled } from "./titled.ts"

/** Returns the message above the form, if there is one. */
export const noticeOf = (texts: Texts, view: View, session: PayerSession | null): unknown => {
  const notice = view._tag === "form" ? view.notice : null
  switch (notice?._tag) {
    case "declined":
      return titled(declineMessage(texts, notice.decline, notice.by ?? onlyMethod(session)))
    case "not_arrived":
      return titled(texts.notArrived)
    case "offline":
      return titled(texts.offline)
    case "bad_card":
      return html`<p>${texts.mistakes.card}</p>`
    case "unavailable":
      return html`<p>${texts.declines.method_unavailable}</p>`
    default:
      return nothing
  }
}

/**
 * Returns the card if a session offers only cards, even if the tab doesn't know the payer's choice.
 */
const onlyMethod = (session: PayerSession | null): Choice | null =>
  session?.available_methods.every((method) => method === "card") === true
    ? { method: "card", type: "" }
    : null

/** Returns the message of a decline. Unknown codes and advice get general words. */
const declineMessage = (texts: Texts, decline: Decline, by: Choice | null): Message => {
  const { declined: title } = texts
  if (by?.method === "card") {
    const reason = texts.declines[decline.code] ?? texts.declines.card_declined
    return { title, text: joined(texts, [reason, texts.advice[decline.advice] ?? ""]) }
  }
  const who = by === null ? "" : texts.declinedBy(nameOf(texts, by))
  const reason = ofAnyMethod.has(decline.code) ? (texts.declines[decline.code] ?? "") : ""
  const what = decline.advice === "do_not_retry" ? texts.otherwise.other : texts.otherwise.again
  return { title, text: joined(texts, [who, reason, what]) }
}

/** The reasons that don't mention a card. */
const ofAnyMethod: ReadonlySet<string> = new Set([
  "insufficient_funds",
  "issuer_unavailable",
  "processing_error",
  "no_route",
  "method_unavailable"
])
