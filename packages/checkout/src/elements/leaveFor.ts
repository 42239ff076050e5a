import { isFramed } from "./returnMark.ts"

/** Sends the payer to a provider's page, unless the page around prevents it. */
export const leaveFor = (element: HTMLElement, url: string): void => {
  const event = new CustomEvent("payloom-redirect", {
    detail: { url },
    bubbles: true,
    composed: true,
    cancelable: true
  })
  // Providers' pages can't be shown in a frame, so a payer in a frame continues by a link.
  if (element.dispatchEvent(event) && !isFramed()) location.assign(url)
}
