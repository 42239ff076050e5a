import { join } from "node:path"
import type { Witness } from "@payloom/example-kit/testing/leaks"
import { openBrowser } from "@payloom/example-kit/testing/openBrowser"
import type { Browser } from "playwright-core"
import { afterAll, afterEach, beforeAll } from "vitest"
import { openPayer, type Payer } from "./payer.ts"
import { cleanUp, type RunningServer, runServer, temporaryFolder } from "./runServer.ts"

/** A server and a browser for the tests of a file. They start before its tests. */
export interface HostedPage {
  readonly database: string
  readonly witness: Witness
  readonly server: () => RunningServer
  readonly browser: () => Browser
  /** Returns the path of the script that defines the elements. */
  readonly script: () => Promise<string>
  /**
   * Returns the hosted page's address for a new session: of 12.50 EUR, unless the fields differ.
   */
  readonly addressOf: (fields?: object) => Promise<string>
  /** Opens the page as a payer. */
  readonly open: (fields?: object, options?: Parameters<typeof openPayer>[3]) => Promise<Payer>
  /** Opens the page and waits for the card fields. */
  readonly openForm: HostedPage["open"]
}

/** Starts server and browser. Call it in the `describe` of the tests. */
export const hostedPage = (): HostedPage => {
  const database = join(temporaryFolder(), "payloom.db")
  const witness: Witness = { sent: [], typed: new Set() }
  let server: RunningServer | undefined
  let browser: Browser | undefined
  beforeAll(async () => {
    server = await runServer(["--database", database])
    browser = await openBrowser()
  })
  afterEach(async () => {
    // Finished pages would otherwise continue to poll their sessions.
    await Promise.all((browser?.contexts() ?? []).map((context) => context.close()))
  })
  afterAll(async () => {
    await browser?.close()
    cleanUp()
  })
  const there = <A>(made: A | undefined): A => {
    if (made === undefined)
      throw new Error("Server and browser start before the tests. Use them inside a test.")
    return made
  }
  const addressOf: HostedPage["addressOf"] = async (fields = {}) => {
    const { post, printed } = there(server)
    const { json } = await post("/v1/checkout_sessions", {
      amount: "1250",
      currency: "EUR",
      publishable_key: printed.publishable_key,
      ...fields
    })
    return String(json.url)
  }
  const open: HostedPage["open"] = async (fields, options) =>
    openPayer(there(browser), await addressOf(fields), witness, options)
  return {
    database,
    witness,
    server: () => there(server),
    browser: () => there(browser),
    script: async () => {
      const hosted = await (await fetch(`${there(server).printed.url}/pay/any`)).text()
      return /\/assets\/[^"]+\.js/.exec(hosted)?.[0] ?? ""
    },
    addressOf,
    open,
    openForm: async (...given) => {
      const payer = await open(...given)
      await payer.card.locator("#number").waitFor()
      return payer
    }
  }
}
