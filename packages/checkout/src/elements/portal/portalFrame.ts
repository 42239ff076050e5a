import { html, nothing } from "lit"
import type { Look } from "../../look/paint.ts"
import type { Portal } from "../../portal/PortalApi.ts"
import type { PortalState } from "../../portal/PortalFlow.ts"
import type { PortalWords } from "../../portal/portalWords.ts"
import { logoOf } from "../checkoutParts.ts"
import { badgeOf } from "../summary.ts"
import { titled } from "../titled.ts"

/** Returns the look of a portal, or null before it is loaded. */
export const lookOfPortal = (portal: Portal | null): Look | null => {
  if (portal === null) return null
  const { theme_mode: theme, palette, logo, layout } = portal.look
  return { theme, palette, logo, layout }
}

/** Returns the merchant's logo or name, and the customer. */
export const headerOf = ({ page }: PortalWords, portal: Portal, isTest: boolean): unknown => {
  const { merchant, name, email } = portal
  const look = lookOfPortal(portal)
  const who = [name, email].filter((part) => part !== null).join(", ")
  return html`<header class="unprinted">
    <div class="header">
      <h2 class="merchant">
        ${(look && logoOf(look, merchant)) ?? html`<bdi>${merchant}</bdi>`}
      </h2>
      ${isTest ? badgeOf(page) : nothing}
    </div>
    ${who === "" ? nothing : html`<p class="who quiet small"><bdi>${who}</bdi></p>`}
  </header>`
}

/** Returns the result of the last change. It stays in the page, so that it is announced. */
export const outcomeOf = ({ portal }: PortalWords, { outcome }: PortalState): unknown =>
  html`<div
    class="outcome unprinted ${outcome === "saved" ? "" : "failed"}"
    role="status"
    tabindex="-1"
  >${outcome === null ? nothing : portal[outcome]}</div>`

/** Returns the link back to the merchant, and the attribution. */
export const footerOf = ({ page }: PortalWords, portal: Portal): unknown => {
  const { return_url: address, merchant, look } = portal
  return html`<footer class="footer unprinted">
    ${
      address === null
        ? nothing
        : html`<a class="back" href=${address} rel="noreferrer">${page.back(merchant)}</a>`
    }
    ${
      look.attribution === "hidden"
        ? nothing
        : html`<p class="attribution quiet small">${page.attribution}</p>`
    }
  </footer>`
}

/** Returns the message in place of the page. */
export const messageOf = (
  { portal: texts, page }: PortalWords,
  { stage, portal }: PortalState,
  tryAgain: () => void
): unknown => {
  const message =
    stage === "over"
      ? titled(texts.sessionOver)
      : stage === "unreachable"
        ? titled(page.unreachable)
        : html`<p class="quiet">${page.loading}</p>`
  return html`<div class="status" role="status" tabindex="-1">${message}</div>
    ${
      stage === "unreachable"
        ? html`<button class="button" type="button" @click=${tryAgain}>${page.tryAgain}</button>`
        : nothing
    }
    ${
      stage === "over" && portal !== null && portal.return_url !== null
        ? html`<a class="back" href=${portal.return_url} rel="noreferrer">
            ${page.back(portal.merchant)}
          </a>`
        : nothing
    }`
}
