import type { BrowserContextOptions, Locator } from "playwright-core"
import type { HostedPage } from "./hostedPage.ts"
import { openPayer, type Payer } from "./payer.ts"

/** A person in the console, whose clicks are counted. */
export interface Operator extends Payer {
  readonly click: (what: Locator) => Promise<void>
  readonly clicks: () => number
}

const wide = { viewport: { width: 1200, height: 860 } }

/** Opens the console at a path below it. */
export const openOperator = async (
  { browser, server, witness }: Pick<HostedPage, "browser" | "server" | "witness">,
  path = "",
  options: BrowserContextOptions = {}
): Promise<Operator> => {
  const url = `${server().printed.url}/console${path}`
  const person = await openPayer(browser(), url, witness, { ...wide, ...options })
  await person.page.getByRole("heading", { level: 1 }).waitFor()
  let clicks = 0
  const click = async (what: Locator) => {
    clicks++
    await what.click()
  }
  return { ...person, click, clicks: () => clicks }
}
