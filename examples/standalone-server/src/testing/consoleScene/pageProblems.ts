import type { Page } from "playwright-core"

/**
 * A script that returns a sentence for each problem of a page with odd texts: a page wider than its
 * window, an element that a text made, or a text that could turn the direction of its neighbours.
 */
const probe = `(() => {
  const problems = []
  const wider = document.documentElement.scrollWidth - document.documentElement.clientWidth
  if (wider > 0) problems.push("is " + wider + " pixels wider than the window")
  if (!document.title.endsWith(" – Payloom")) problems.push("ran a script of a text")
  const made = document.querySelectorAll("main :is(img, script, b, iframe, font)")
  if (made.length > 0) problems.push("made elements of a text: " + made[0].outerHTML)
  const turns = /[\\u0590-\\u08ff\\u202a-\\u202e\\u2066\\u2067]/
  const keeps = "bdi, [dir=auto], select, textarea, input"
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const { data, parentElement } = texts.currentNode
    const bare = data.replace(/\\u2068[^\\u2069]*\\u2069/g, "")
    if (turns.test(bare) && parentElement.closest(keeps) === null) {
      problems.push("doesn't isolate the direction of " + data.slice(0, 60))
    }
  }
  for (const element of document.querySelectorAll("main *")) {
    if (!element.checkVisibility() || element.closest(".hidden, svg, .chart") !== null) continue
    const box = element.getBoundingClientRect()
    const card = element.closest(".card")?.getBoundingClientRect()
    if (card !== undefined && box.right > card.right + 1) {
      problems.push("leaves its card: " + element.outerHTML.slice(0, 90))
      break
    }
  }
  return problems
})()`

/** Returns a sentence for each problem that odd texts cause on a page. */
export const pageProblems = (page: Page): Promise<ReadonlyArray<string>> => page.evaluate(probe)
