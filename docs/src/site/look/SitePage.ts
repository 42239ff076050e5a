import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import type { AxeResults } from "axe-core"
import type { Browser, Page } from "playwright-core"

/** The scheme of colours and the size of a window. */
export interface Look {
  readonly scheme: "light" | "dark"
  readonly width: number
  readonly height: number
}

/** The looks in which pages are checked and shown. */
export const looks: Readonly<Record<"light" | "dark" | "phone", Look>> = {
  light: { scheme: "light", width: 1280, height: 800 },
  dark: { scheme: "dark", width: 1280, height: 800 },
  phone: { scheme: "light", width: 390, height: 844 }
}

/** An open page of the site, and the addresses of other servers that it asked for. */
export interface SitePage {
  readonly page: Page
  readonly foreign: ReadonlyArray<string>
  readonly close: () => Promise<void>
}

/** Opens a page of the site. Requests to other servers are refused and noted. */
export const openSitePage = async (
  browser: Browser,
  address: string,
  { scheme, width, height }: Look
): Promise<SitePage> => {
  const context = await browser.newContext({
    colorScheme: scheme,
    viewport: { width, height },
    reducedMotion: "reduce"
  })
  const foreign: Array<string> = []
  const { origin } = new URL(address)
  await context.route(
    (url) => url.origin !== origin && url.protocol !== "data:",
    (route) => {
      foreign.push(route.request().url())
      return route.abort()
    }
  )
  const page = await context.newPage()
  await page.goto(address, { waitUntil: "networkidle" })
  return { page, foreign, close: () => context.close() }
}

/**
 * Opens the search unless it is open, types a text, and waits for a result. A page hears the first
 * key only after its scripts have run, so the key is pressed until the search is open.
 */
export const searchFor = async (page: Page, text: string): Promise<void> => {
  const input = page.locator("#localsearch-input")
  while (!(await input.isVisible())) {
    await page.keyboard.press("Control+k")
    await input.waitFor({ timeout: 1000 }).catch(() => undefined)
  }
  const results = page.locator("#localsearch-list .result")
  // The results of an earlier text stay for a moment, and those of no text are none.
  await input.fill("")
  await results.first().waitFor({ state: "detached" })
  await input.fill(text)
  await results.first().waitFor()
}

/** Returns a complaint if a reader has to scroll the page sideways. */
export const sideways = async (page: Page): Promise<ReadonlyArray<string>> => {
  const wider = await page.evaluate<number>("document.documentElement.scrollWidth - innerWidth")
  return wider > 0 ? [`is ${wider} pixels too wide`] : []
}

const axeScript = readFileSync(
  createRequire(import.meta.url).resolve("axe-core/axe.min.js"),
  "utf8"
)

/** Returns axe's findings about a page. */
export const accessibilityProblems = async (page: Page): Promise<ReadonlyArray<string>> => {
  await page.evaluate(axeScript)
  const { violations } = await page.evaluate<Pick<AxeResults, "violations">>(
    'axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) => ({ violations }))'
  )
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(", ")}`
  )
}
