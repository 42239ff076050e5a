import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { overhear, type Witness } from "@payloom/example-kit/testing/leaks"
import { inSight } from "@payloom/example-kit/testing/payInPage"
import { type TestCardName, testCards } from "@payloom/testkit"
import type { AxeResults } from "axe-core"
import type { Browser, BrowserContextOptions, FrameLocator, Page } from "playwright-core"
import { expect } from "vitest"

/** A payer on a page of a browser. */
export interface Payer {
  readonly page: Page
  /** The document of the card fields. */
  readonly card: FrameLocator
  /** Returns the number of confirm requests. */
  readonly confirms: () => number
  /** Types a test card into the fields, in place of earlier input. */
  readonly type: (card: TestCardName) => Promise<void>
  /** Chooses a way to pay. */
  readonly choose: (method: string) => Promise<void>
  /** Presses the pay button. */
  readonly press: () => Promise<void>
  /** Waits until the page shows the text. */
  readonly reads: (text: string | RegExp) => Promise<void>
}

const window = { viewport: { width: 720, height: 640 }, locale: "en" }

/**
 * Opens a page in a browser context of its own. If the page breaks its own policy or throws, {@link
 * Payer.reads} fails later.
 */
export const openPayer = async (
  browser: Browser,
  url: string,
  witness: Witness,
  options: BrowserContextOptions = {}
): Promise<Payer> => {
  const context = await browser.newContext({ ...window, ...options })
  return openPage(await context.newPage(), url, witness)
}

/** Opens another tab for the same payer. */
export const openTab = async (payer: Payer, url: string, witness: Witness): Promise<Payer> =>
  openPage(await payer.page.context().newPage(), url, witness)

const openPage = async (page: Page, url: string, witness: Witness): Promise<Payer> => {
  const complaints: Array<string> = []
  let confirms = 0
  overhear(page, witness)
  page.on("request", (request) => {
    if (request.url().endsWith("/session/confirm")) confirms++
  })
  page.on("pageerror", (error) => complaints.push(String(error)))
  page.on("console", (message) => {
    const isHttp = message.text().startsWith("Failed to load resource")
    if (message.type() === "error" && !isHttp) complaints.push(message.text())
  })
  await page.goto(url)
  const card = page.frameLocator("iframe")
  return {
    page,
    card,
    confirms: () => confirms,
    type: async (name) => {
      const { number } = testCards[name]
      witness.typed.add(number)
      await card.locator("#number").fill(number)
      await card.locator("#expiry").fill("1234")
      await card.locator("#securityCode").fill("123")
    },
    choose: async (method) => {
      await inSight(page.getByRole("radio", { name: method }))
      await page.getByRole("radio", { name: method }).check()
    },
    press: async () => {
      await inSight(page.getByRole("button"))
      await page.getByRole("button").click()
    },
    reads: async (text) => {
      await page.getByText(text).filter({ visible: true }).first().waitFor()
      expect(complaints).toEqual([])
    }
  }
}

/** Holds back requests to an address until the returned function is called. */
export const holdRequests = async (page: Page, to: string): Promise<() => void> => {
  const held = Promise.withResolvers<void>()
  await page.route(to, async (route) => {
    await held.promise
    await route.continue()
  })
  return held.resolve
}

/**
 * Shows a succeeded payment as `processing` until the returned function is called, so that no test
 * has to wait for a slow payment.
 */
export const holdUnderWay = async ({ page }: Payer): Promise<() => void> => {
  let isHeld = true
  const underWay = { object: "checkout_result", payment: null, action: null, decline: null }
  for (const path of ["**/session/confirm", "**/session/status"]) {
    await page.route(path, async (route) => {
      const response = await route.fetch()
      const json = await response.json()
      const isOver = json.status === "succeeded"
      if (!isHeld || !isOver) return route.fulfill({ response })
      await route.fulfill({ response, json: { ...underWay, status: "processing" } })
    })
  }
  return () => {
    isHeld = false
  }
}

const axeFile = createRequire(import.meta.url).resolve("axe-core/axe.min.js")
/** The minified script, which has less than half the size of `axe.source`. */
const axeScript = readFileSync(axeFile, "utf8")

/** Options of axe: frames are checked separately, and passed rules aren't reported. */
const whatCounts = 'iframes: false, resultTypes: ["violations"]'

/** Rules about whole pages don't apply to a frame. */
const frameRules = JSON.stringify(
  Object.fromEntries(
    ["landmark-one-main", "page-has-heading-one", "region"].map((rule) => [
      rule,
      { enabled: false }
    ])
  )
)

/**
 * Returns axe's findings about a page and the frame in it, or about one element of the page. The
 * frame is transparent, so it gets the background colour behind it during the check.
 */
export const accessibilityProblems = async (
  { page }: Pick<Payer, "page">,
  within = "html"
): Promise<ReadonlyArray<string>> => {
  const behind = await page.evaluate<string>(
    "getComputedStyle(document.querySelector('main')).backgroundColor"
  )
  const found = page.frames().map(async (frame) => {
    const isFrame = frame !== page.mainFrame()
    if (isFrame && !(await (await frame.frameElement()).isVisible())) return []
    if (!(await frame.evaluate("'axe' in globalThis"))) await frame.evaluate(axeScript)
    if (isFrame) await frame.evaluate(`document.body.style.background = "${behind}"`)
    const [element, rules] = isFrame ? ["html", frameRules] : [within, "{}"]
    const { violations } = await frame.evaluate<Pick<AxeResults, "violations">>(
      `axe.run("${element}", { ${whatCounts}, rules: ${rules} })
        .then(({ violations }) => ({ violations }))`
    )
    if (isFrame) await frame.evaluate('document.body.style.background = ""')
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(", ")}`)
  })
  return (await Promise.all(found)).flat()
}
