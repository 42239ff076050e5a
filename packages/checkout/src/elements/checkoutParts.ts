import { html, nothing } from "lit"
import type { Block } from "../look/layoutRules.ts"
import { type Look, paint } from "../look/paint.ts"
import type { View } from "../session/CheckoutFlow.ts"
import { formatAmount, formatTime } from "../session/formatAmount.ts"
import type { Decline, PayerSession } from "../session/PayerApi.ts"
import type { Message, Texts } from "../texts/Texts.ts"
import { lookOf } from "./checkoutLook.ts"
import { isFramed } from "./returnMark.ts"

/** What the parts of a page are made of. */
interface Page {
  readonly texts: Texts
  readonly view: View
  readonly session: PayerSession | null
  /** Of a page whose session is not known yet. */
  readonly look: Look | null
  readonly isTest: boolean
}

/**
 * The blocks of a page from top to bottom, around the one with the methods. Before the session is
 * known there is no more than the logo.
 */
export const blocksOf = (
  page: Page,
  methods: unknown
): ReadonlyArray<readonly [Block, unknown]> => {
  const { texts, view, session, look, isTest } = page
  if (session === null) {
    const logo = look === null ? null : logoOf(look, "")
    return [...(logo === null ? [] : [["header", logo] as const]), ["methods", methods]]
  }
  const contents: Readonly<Record<Block, unknown>> = {
    header: headerOf(texts, session, isTest),
    summary: summaryOf(texts, session, isTest),
    methods,
    footer: footerOf(texts, view, session)
  }
  const { blocks, hidden } = session.template_config.layout
  return blocks
    .filter((name) => !hidden.includes(name) && contents[name] !== null)
    .map((name) => [name, contents[name]] as const)
}

/** Who is paid: by their sign where they have one, else by name. */
const headerOf = (texts: Texts, session: PayerSession, isTest: boolean): unknown => {
  const { merchant } = session
  return html`<h2 class="merchant">
      ${logoOf(lookOf(session), merchant) ?? merchant}
    </h2>
    ${isTest ? badgeOf(texts) : nothing}`
}

/** The logo for the theme in force; the other one where there is none for it, null without any. */
const logoOf = (look: Look, name: string): unknown => {
  const { light, dark } = look.logo
  const [onLight, onDark] = [light || dark, dark || light]
  if (onLight === "") return null
  const { scheme } = paint(look)
  const image = html`<img class="logo" src=${scheme === "dark" ? onDark : onLight} alt=${name} />`
  if (scheme !== "light dark" || onLight === onDark) return image
  return html`<picture>
    <source media="(prefers-color-scheme: dark)" srcset=${onDark} />${image}
  </picture>`
}

const badgeOf = (texts: Texts): unknown => html`<span class="badge">${texts.testMode}</span>`

/** How much is paid and how often; that it's a test, where no header says so. */
const summaryOf = (texts: Texts, session: PayerSession, isTest: boolean): unknown => {
  const { amount, interval, template_config } = session
  const often = interval === null ? null : texts.every(interval.count, interval.unit)
  const isHeaderHidden = template_config.layout.hidden.includes("header")
  return html`${amount === "0" ? nothing : html`<p class="amount">${formatAmount(session)}</p>`}
    ${often === null ? nothing : html`<p class="interval quiet">${often}</p>`}
    ${isTest && isHeaderHidden ? html`<p>${badgeOf(texts)}</p>` : nothing}`
}

/** Where the payer goes next, and whose page it is; null where neither is to be said. */
const footerOf = (texts: Texts, view: View, session: PayerSession): unknown => {
  const address = wayOut(view, session)
  const isAttributed = session.template_config.attribution !== "hidden"
  if (address === null && !isAttributed) return null
  return html`${
    address === null
      ? nothing
      : html`<a class="back" href=${address} rel="noreferrer" target=${top()}>
          ${texts.back(session.merchant)}
        </a>`
  }
  ${isAttributed ? html`<p class="attribution quiet small">${texts.attribution}</p>` : nothing}`
}

const wayOut = ({ _tag }: View, session: PayerSession): string | null => {
  if (["processing", "leaving", "loading", "unreachable"].includes(_tag)) return null
  return _tag === "succeeded" ? session.success_url : session.cancel_url
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
    case "unavailable":
      return html`<p>${texts.declines.method_unavailable}</p>`
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

/** What fills the page where there is no form; `chooseAnew` leaves what waits for the payer. */
export const messageOf = (
  texts: Texts,
  view: View,
  session: PayerSession | null,
  chooseAnew: () => void
): unknown => {
  switch (view._tag) {
    case "loading":
      return html`<p class="quiet">${texts.loading}</p>`
    case "unreachable":
      return titled(texts.unreachable)
    case "bad_link":
      return titled(texts.badLink)
    case "returned":
      return titled(texts.returned)
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
    case "leaving":
      return html`<span class="spinner"></span>${titled(texts.leaving)}`
    case "awaited":
      return html`${titled(texts.awaited)}
        <a class="button" href=${view.url} rel="noreferrer" target=${outside()}>${texts.goOn}</a>
        ${anew(texts, chooseAnew)}`
    case "instructions":
      return html`${instructionsOf(texts, view, session)} ${anew(texts, chooseAnew)}`
    case "form":
      return nothing
  }
}

/** The shop's page belongs into no frame of itself. */
const top = (): string | typeof nothing => (isFramed() ? "_top" : nothing)

/** From a frame, in a window of its own: this one goes on waiting, and sees what came of it. */
const outside = (): string | typeof nothing => (isFramed() ? "_blank" : nothing)

const anew = (texts: Texts, chooseAnew: () => void): unknown =>
  html`<button class="button secondary" type="button" @click=${chooseAnew}>
    ${texts.chooseAnew}
  </button>`

const instructionsOf = (
  { instructions }: Texts,
  { text, reference, expiresAt }: Extract<View, { readonly _tag: "instructions" }>,
  session: PayerSession | null
): unknown =>
  html`<h2>${instructions.title}</h2>
    <p class="instructions">${text}</p>
    <dl>
      <dt>${instructions.reference}</dt>
      <dd><code>${reference}</code></dd>
      <dt>${instructions.until}</dt>
      <dd>${formatTime(expiresAt, session?.locale ?? "en")}</dd>
    </dl>`

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
