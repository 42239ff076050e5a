import { isFramed } from "./returnMark.ts"

/** Sends the payer to a provider's page, unless the page around prevents it. */
export const leaveFor = (element: HTMLElement, url: string): void => {
  const event = new CustomEvent("payloom-redirect", {
    detail: { url },
    bubbles: true,
    composed: true,
    cancelable: true
  })
  // In a frame the provider's page would not be shown; there the payer goes on by a link.
  if (element.dispatchEvent(event) && !isFramed()) location.assign(url)
}
