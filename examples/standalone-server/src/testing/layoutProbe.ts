import { DeclineAdvice, DeclineCode } from "@payloom/core"

/**
 * A script for a page with a checkout. It defines `cutTexts`, which returns every text that is
 * wider than its box or outside of the page, and `cutInViews`, which does this in every view of the
 * checkout.
 */
export const layoutProbe = `
  cutTexts = (root, width) => {
    const found = []
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      const { currentNode: text } = texts
      let box = text.parentElement
      if (box === null || text.data.trim() === "" || box.closest(".unseen, svg, style")) continue
      if (!box.checkVisibility()) continue
      while (box.parentElement !== null && getComputedStyle(box).display === "inline") {
        box = box.parentElement
      }
      const range = document.createRange()
      range.selectNodeContents(text)
      const [inner, outer] = [range.getBoundingClientRect(), box.getBoundingClientRect()]
      const isBeyond = inner.left < outer.left - 1 || inner.right > outer.right + 1
      // A rotated arrow counts as slightly wider than it is.
      const isWide = box.scrollWidth > box.clientWidth + 2
      const isHigh = box.scrollHeight > box.clientHeight + 2
      const isOutside = outer.left < -0.5 || outer.right > width + 0.5
      if (isBeyond || isWide || isHigh || isOutside) found.push(text.data.trim())
    }
    return found
  }
  cutInViews = async (views) => {
    const checkout = document.querySelector("payloom-checkout")
    const before = checkout.view
    const found = []
    for (const view of views) {
      checkout.view = view
      await checkout.updateComplete
      const { scrollWidth, clientWidth } = document.documentElement
      if (scrollWidth > clientWidth) found.push("the page in " + JSON.stringify(view))
      found.push(...cutTexts(checkout.shadowRoot, clientWidth))
    }
    checkout.view = before
    await checkout.updateComplete
    return found
  }`

const card = { method: "card", type: "" }
const bank = { method: "apm", type: "sandbox_bank" }
const form = (notice: object | null) => ({ _tag: "form", notice })
const processing = { _tag: "processing", elsewhere: false, inForm: false, isCutOff: false }

/** Every view of a payer. Together they have every text. */
export const allViews: ReadonlyArray<object> = [
  form(null),
  ...["not_arrived", "bad_card", "unavailable", "offline"].map((_tag) => form({ _tag })),
  ...DeclineCode.literals.map((code, at) => {
    const advices = DeclineAdvice.literals
    const decline = { code, advice: advices[at % advices.length] }
    return form({ _tag: "declined", decline, by: card })
  }),
  ...["use_another_method", "do_not_retry"].map((advice) =>
    form({ _tag: "declined", decline: { code: "no_route", advice }, by: bank })
  ),
  processing,
  { ...processing, elsewhere: true },
  { ...processing, isCutOff: true },
  ...[true, false].map((elsewhere) => ({ _tag: "succeeded", elsewhere, payment: null })),
  ...["failed", "expired", "canceled"].map((status) => ({ _tag: "ended", status })),
  { _tag: "awaited", url: "about:blank" },
  {
    _tag: "instructions",
    text: "Transfer to DE00 1234 5678.",
    reference: "RF18-5390-0754-7034",
    expiresAt: "2030-05-01T12:00:00.000Z"
  },
  { _tag: "client_side", kind: "none", payload: null, isClosed: true },
  ...["loading", "unreachable", "bad_link", "returned"].map((_tag) => ({ _tag }))
]
