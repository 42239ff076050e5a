import { html, nothing } from "lit"
import type { Block } from "../look/layoutRules.ts"
import { type Look, paint } from "../look/paint.ts"
import type { PayerSession } from "../session/PayerApi.ts"
import type { View } from "../session/View.ts"
import type { Message, Texts } from "../texts/Texts.ts"
import { lookOf } from "./checkoutLook.ts"
import { actionSlot } from "./clientActions.ts"
import { instructionsOf } from "./instructions.ts"
import { isFramed } from "./returnMark.ts"
import { badgeOf, summaryOf } from "./summary.ts"
import { titled } from "./titled.ts"

/** The state that the parts of a page depend on. */
interface Page {
  /** The texts, or null until the language is loaded. */
  readonly texts: Texts | null
  readonly view: View
  readonly session: PayerSession | null
  /** The look of the page before its session is loaded. */
  readonly look: Look | null
  readonly isTest: boolean
}

/**
 * Returns the blocks of a page from top to bottom, around the one with the methods. Until the
 * session and its language are loaded, there is only the logo.
 */
export const blocksOf = (
  page: Page,
  methods: unknown
): ReadonlyArray<readonly [Block, unknown]> => {
  const { texts, view, session, look, isTest } = page
  if (session === null || texts === null) {
    const logo = look === null ? null : logoOf(look, "")
    return [...(logo === null ? [] : [["header", logo] as const]), ["methods", methods]]
  }
  const contents: Readonly<Record<Block, unknown>> = {
    header: headerOf(texts, session, isTest),
    summary: summaryOf(texts, session, isTest && isHeaderHidden(session)),
    methods,
    footer: footerOf(texts, view, session)
  }
  const { blocks, hidden } = session.template_config.layout
  return blocks
    .filter((name) => !hidden.includes(name) && contents[name] !== null)
    .map((name) => [name, contents[name]] as const)
}

const isHeaderHidden = ({ template_config }: PayerSession): boolean =>
  template_config.layout.hidden.includes("header")

/** Returns the merchant's logo, or their name if they have none. */
const headerOf = (texts: Texts, session: PayerSession, isTest: boolean): unknown => {
  const { merchant } = session
  return html`<h2 class="merchant">
      ${logoOf(lookOf(session), merchant) ?? html`<bdi>${merchant}</bdi>`}
    </h2>
    ${isTest ? badgeOf(texts) : nothing}`
}

/**
 * Returns the logo for the theme in force. If there is only one logo, it is used for both themes.
 * Returns null without any logo.
 */
export const logoOf = (look: Look, name: string): unknown => {
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

/** Returns the link back to the merchant and the attribution, or null if both are left out. */
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

/** The payer's options outside of the form. */
interface Steps {
  /** Leaves the pending action for another payment method. */
  readonly chooseAnew: () => void
  /** Returns a function that runs the script of this kind again, or null if the page has none. */
  readonly perform: (kind: string) => (() => void) | null
}

/** Returns the message that fills the page outside of the form. */
export const messageOf = (
  texts: Texts,
  view: View,
  session: PayerSession | null,
  { chooseAnew, perform }: Steps
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
      return html`${view.inForm ? nothing : spinner}${titled(underWay(texts, view))}`
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
      return html`${spinner}${titled(texts.leaving)}`
    case "awaited":
      return html`${titled(texts.awaited)}
        <a class="button" href=${view.url} rel="noreferrer" target=${outside()}>${texts.goOn}</a>
        ${anew(texts, chooseAnew)}`
    case "instructions":
      return html`${instructionsOf(texts, view)} ${anew(texts, chooseAnew)}`
    case "client_side":
      return html`${titled(texts.confirmHere)}<slot name=${actionSlot}></slot>
        ${view.isClosed ? goOn(texts, perform(view.kind)) : nothing} ${anew(texts, chooseAnew)}`
    case "form":
      return nothing
  }
}

/** Returns the target of links to the shop, which should not open in a frame of itself. */
const top = (): string | typeof nothing => (isFramed() ? "_top" : nothing)

/**
 * Returns the target of links to a provider. In a frame the link opens a window, and this page
 * waits.
 */
const outside = (): string | typeof nothing => (isFramed() ? "_blank" : nothing)

const goOn = (texts: Texts, perform: (() => void) | null): unknown =>
  perform === null
    ? nothing
    : html`<button class="button" type="button" @click=${perform}>${texts.goOn}</button>`

const anew = (texts: Texts, chooseAnew: () => void): unknown =>
  html`<button class="button secondary" type="button" @click=${chooseAnew}>
    ${texts.chooseAnew}
  </button>`

const underWay = (
  texts: Texts,
  { isCutOff, elsewhere }: Extract<View, { readonly _tag: "processing" }>
): Message => {
  if (isCutOff) return texts.interrupted
  return elsewhere ? texts.processingElsewhere : texts.processing
}

const spinner = html`<span class="spinner" aria-hidden="true"></span>`

const succeeded = (texts: Texts, elsewhere: boolean, session: PayerSession | null): Message => {
  if (session?.amount === "0") {
    return session.mode === "subscription" ? texts.subscribed : texts.cardSaved
  }
  return elsewhere ? texts.succeededElsewhere : texts.succeeded
}

const tick = html`<svg class="tick" viewBox="0 0 24 24" aria-hidden="true">
  <path d="M5 12.5l4.5 4.5L19 7.5" />
</svg>`
