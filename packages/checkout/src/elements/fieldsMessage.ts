import { html, nothing } from "lit"
import type { Texts } from "../texts/Texts.ts"
import type { FrameState } from "./FrameWatch.ts"

/**
 * Returns the message in the place of card fields that aren't loaded, with a button to load them
 * again. Returns nothing until the language is loaded.
 */
export const fieldsMessage = (
  state: FrameState,
  texts: Texts | null,
  openAgain: () => void
): unknown => {
  if (texts === null) return nothing
  switch (state) {
    case "ready":
      return nothing
    case "opening":
      return html`<p class="slow" aria-hidden="true">${texts.loading}</p>`
    case "failed":
      return html`<div class="failure" role="alert">
          <p>${texts.cardUnreachable}</p>
          <button type="button" @click=${openAgain}>${texts.tryAgain}</button>
        </div>`
  }
}
