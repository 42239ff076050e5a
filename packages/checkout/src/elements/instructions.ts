import { html } from "lit"
import { addressesIn, type TextPart } from "../session/addressesIn.ts"
import { formatTime } from "../session/formatAmount.ts"
import type { View } from "../session/View.ts"
import type { Texts } from "../texts/Texts.ts"
import { copyButton } from "./copyButton.ts"

type Instructions = Extract<View, { readonly _tag: "instructions" }>

/** Returns the instructions for a payment outside of the page, with links and buttons to copy. */
export const instructionsOf = (
  texts: Texts,
  { text, reference, expiresAt }: Instructions
): unknown => {
  const { instructions } = texts
  return html`<h2>${instructions.title}</h2>
    <p class="instructions" dir="auto">${addressesIn(text).map((part) => partOf(texts, part))}</p>
    <dl>
      <dt>${instructions.reference}</dt>
      <dd><code>${reference}</code> ${copyButton(texts, reference, instructions.reference)}</dd>
      <dt>${instructions.until}</dt>
      <dd>${formatTime(texts, expiresAt)}</dd>
    </dl>`
}

/**
 * Returns a part of the instructions. A link opens in a new window, so that this page stays open.
 */
const partOf = (texts: Texts, { text, address }: TextPart): unknown =>
  address === null
    ? text
    : html`<a href=${address} target="_blank" rel="noopener noreferrer">${text}</a> ${copyButton(
        texts,
        address,
        new URL(address).host
      )}`
