import { complaintsOf } from "@payloom/example-kit/testing/payInPage"
import type { Browser, BrowserContextOptions, Page } from "playwright-core"
import { openServer, type PictureServer } from "./openServer.ts"

/** A server and a browser to take pictures with. */
export interface Studio {
  readonly server: PictureServer
  /** Opens an address in a browser context of its own. */
  readonly open: (address: string, options?: BrowserContextOptions) => Promise<Page>
  /** Opens the hosted page of a new session: of 12.50 EUR, unless the fields say otherwise. */
  readonly openSession: (fields?: object, options?: BrowserContextOptions) => Promise<Page>
  /** Moves the server's time to so many seconds after the start. */
  readonly setSeconds: (seconds: number) => Promise<void>
  /** Throws if a page has broken its own policy, or has thrown. */
  readonly assertNoComplaints: () => void
  readonly close: () => Promise<void>
}

/** The time that all pictures show. */
const start = Date.parse("2027-03-02T09:30:00Z")

/** Options that decide how a page looks. */
const sameEverywhere: BrowserContextOptions = {
  viewport: { width: 720, height: 900 },
  deviceScaleFactor: 1,
  locale: "en",
  timezoneId: "UTC",
  colorScheme: "light",
  reducedMotion: "reduce"
}

/** Opens a studio, whose server is empty. */
export const openStudio = async (browser: Browser): Promise<Studio> => {
  const server = await openServer(start)
  const complaints: Array<ReadonlyArray<string>> = []
  const open: Studio["open"] = async (address, options = {}) => {
    const context = await browser.newContext({ ...sameEverywhere, ...options })
    await context.clock.setFixedTime(start)
    const page = await context.newPage()
    complaints.push(complaintsOf(page))
    await page.goto(address)
    return page
  }
  return {
    server,
    open,
    openSession: async (fields = {}, options) => {
      const { url } = await server.post("/v1/checkout_sessions", {
        amount: "1250",
        currency: "EUR",
        publishable_key: server.publishableKey,
        ...fields
      })
      return open(String(url), options)
    },
    setSeconds: (seconds) => server.setTime(start + seconds * 1000),
    assertNoComplaints: () => {
      const all = complaints.flat()
      if (all.length > 0) throw new Error(all.join("\n"))
    },
    close: async () => {
      await Promise.all(browser.contexts().map((context) => context.close()))
      await server.close()
    }
  }
}
