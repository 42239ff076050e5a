import type { Browser } from "playwright-core"
import { openStudio } from "../studio/Studio.ts"
import { shoot } from "../studio/shoot.ts"
import { apiDocs } from "./apiDocs.ts"
import { operatorsConsole } from "./console.ts"
import { takeConsolePages } from "./consolePages.ts"
import { hostedPage } from "./hostedPage.ts"
import { ownLook } from "./ownLook.ts"
import { portal } from "./portal.ts"
import { shop } from "./shop.ts"
import type { Taking } from "./Taking.ts"

/** Takes pictures, one after the other. `keep` gets each by its name. */
export const takeAll = async (
  browser: Browser,
  { isConsoleOnly }: { readonly isConsoleOnly: boolean },
  keep: (name: string, picture: Buffer) => Promise<void>
): Promise<void> => {
  const takings: ReadonlyArray<Taking> = isConsoleOnly
    ? [operatorsConsole]
    : [hostedPage, portal, ownLook, shop, apiDocs, operatorsConsole]
  for (const taking of takings) {
    // Each group starts with a new server.
    const studio = await openStudio(browser)
    try {
      for (const [name, prepare] of Object.entries(taking)) {
        const picture = await prepare(studio).then(shoot).catch(naming(name))
        studio.assertNoComplaints()
        await keep(name, picture)
      }
    } finally {
      await studio.close()
    }
  }
  await takeConsolePages(browser, keep)
}

const naming = (name: string) => (cause: unknown) => {
  throw new Error(`The picture ${name} can't be taken.`, { cause })
}
