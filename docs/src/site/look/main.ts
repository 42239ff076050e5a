import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { givenOptions } from "@payloom/example-kit/givenOptions"
import { launchBrowser } from "@payloom/example-kit/testing/openBrowser"
import { ownPages, siteBase, siteFolder } from "../pages.ts"
import { lookAtApi } from "./lookAtApi.ts"
import { openSite } from "./openSite.ts"
import { accessibilityProblems, looks, openSitePage, searchFor, sideways } from "./SitePage.ts"

const { api } = givenOptions({
  /** Looks at the pages of the API too, which takes half an hour. */
  api: { type: "boolean", default: false }
})

const folder = join(siteFolder, "../looks")

/** Pages to look at, by the names of their pictures. */
const pictures: Readonly<Record<string, string>> = {
  home: "index.html",
  overview: "overview.html",
  "quick-start": "start/quick-start.html",
  "go-live": "operating/go-live.html",
  checkout: "packages/checkout.html",
  errors: "reference/errors.html",
  "state-machines": "reference/state-machines.html",
  architecture: "internals/architecture.html",
  api: "api/index.html"
}

const searched = ["refund", "3DS", "webhook signature"]

/** Takes pictures of the built site. Prints what is wrong with any page in any look. */
const lookAtSite = async (): Promise<number> => {
  const site = await openSite(siteBase)
  const browser = await launchBrowser()
  let problems = 0
  const own = new Set(ownPages())
  const report = (name: string, found: ReadonlyArray<string>) => {
    problems += found.length
    for (const problem of found) process.stdout.write(`${name}: ${problem}\n`)
  }
  try {
    mkdirSync(folder, { recursive: true })
    for (const [look, of] of Object.entries(looks)) {
      const names = new Map(Object.entries(pictures).map(([name, path]) => [path, name]))
      for (const path of new Set([...own, ...names.keys()])) {
        const { page, foreign, close } = await openSitePage(browser, `${site.url}/${path}`, of)
        const name = names.get(path)
        if (name !== undefined) await page.screenshot({ path: join(folder, `${name}-${look}.png`) })
        const found = own.has(path) ? await accessibilityProblems(page) : []
        const loads = foreign.map((address) => `loads ${address}`)
        report(`${path}, ${look}`, [...found, ...loads, ...(await sideways(page))])
        if (name === "quick-start") {
          for (const text of searched) {
            await searchFor(page, text)
            await page.screenshot({ path: join(folder, `search ${text}-${look}.png`) })
          }
        }
        await close()
      }
    }
    process.stdout.write(`${own.size} pages in ${Object.keys(looks).length} looks\n`)
    if (api) {
      const count = await lookAtApi(browser, site.url, report)
      process.stdout.write(`${count} pages of the API, each in one of the looks\n`)
    }
  } finally {
    await browser.close()
    site.close()
  }
  return problems
}

const problems = await lookAtSite()
process.stdout.write(`${problems} problems. The pictures are in docs/dist/looks.\n`)
process.exitCode = problems === 0 ? 0 : 1
