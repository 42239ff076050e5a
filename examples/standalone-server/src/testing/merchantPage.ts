import { overhear } from "@payloom/example-kit/testing/leaks"
import type { BrowserContextOptions, Page } from "playwright-core"
import { beforeAll } from "vitest"
import { amex, visa } from "./cardForm.ts"
import { confirmCard } from "./confirmCard.ts"
import { type HostedPage, hostedPage } from "./hostedPage.ts"
import { spies } from "./pageMemory.ts"

/** A merchant's own page on the server's origin, for fields that are mounted one by one. */
export interface MerchantPage extends Pick<HostedPage, "database" | "witness" | "server"> {
  /** Returns the path of the script that defines the elements. */
  readonly script: () => string
  /** Opens a page with this body. `requests` contains all requests of the page and its frames. */
  readonly open: (
    main: string,
    options?: BrowserContextOptions
  ) => Promise<{ readonly page: Page; readonly requests: ReadonlyArray<string> }>
  /** Pays a new session with a card's ciphertext, and returns the status of the payment. */
  readonly pay: (ciphertext: string | null) => Promise<unknown>
}

/** Starts the page's server and browser. Call it in the `describe` of the tests. */
export const merchantPage = (): MerchantPage => {
  const { browser, database, script: scriptPath, server, witness } = hostedPage()
  for (const { number } of [visa, amex]) witness.typed.add(number)
  let script = ""
  beforeAll(async () => {
    script = await scriptPath()
  })

  const open: MerchantPage["open"] = async (main, options = {}) => {
    const address = `${server().printed.url}/merchant`
    const page = await (await browser().newContext(options)).newPage()
    await page.route(address, (route) =>
      route.fulfill({
        contentType: "text/html",
        body: `<!doctype html><html lang="en"><title>Shop</title>
          <meta name="color-scheme" content="light dark"><script>${spies}</script>
          <style>main { width: 480px; background: Canvas } table { width: 100% }</style>
          <main><h1>Shop</h1>${main}</main>
          ${main.includes(script) ? "" : `<script src="${script}"></script>`}</html>`
      })
    )
    const requests: Array<string> = []
    overhear(page, witness)
    overhear(page, { ...witness, sent: requests })
    await page.goto(address)
    return { page, requests }
  }

  const pay: MerchantPage["pay"] = async (ciphertext) =>
    (await confirmCard(server(), ciphertext)).status

  return { database, witness, server, script: () => script, open, pay }
}
