import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { launchBrowser } from "@payloom/example-kit/testing/openBrowser"
import { siteFolder } from "../pages.ts"
import { openSite } from "./openSite.ts"
import { accessibilityProblems, looks, openSitePage, searchFor } from "./SitePage.ts"

const folder = join(siteFolder, "../looks")

/** Pages to look at, by the names of their pictures. */
const pages = {
  home: "/",
  overview: "/overview.html",
  "quick-start": "/start/quick-start.html",
  "go-live": "/operating/go-live.html",
  checkout: "/packages/checkout.html",
  errors: "/reference/errors.html",
  "state-machines": "/reference/state-machines.html",
  architecture: "/internals/architecture.html",
  api: "/api/index.html"
}

/** Takes pictures of the built site, and prints what axe finds. */
const lookAtSite = async (): Promise<number> => {
  const site = await openSite()
  const browser = await launchBrowser()
  let problems = 0
  const report = (name: string, found: ReadonlyArray<string>) => {
    problems += found.length
    for (const problem of found) process.stdout.write(`${name}: ${problem}\n`)
  }
  try {
    mkdirSync(folder, { recursive: true })
    for (const [name, path] of Object.entries(pages)) {
      for (const [look, of] of Object.entries(looks)) {
        const { page, foreign, close } = await openSitePage(browser, `${site.url}${path}`, of)
        await page.screenshot({ path: join(folder, `${name}-${look}.png`) })
        const isOwn = !path.startsWith("/api/") // TypeDoc's pages have a theme of its own
        const found = isOwn ? await accessibilityProblems(page) : []
        report(`${name}-${look}`, [...found, ...foreign.map((address) => `loads ${address}`)])
        if (name === "quick-start") {
          await searchFor(page, "refund")
          await page.screenshot({ path: join(folder, `search-${look}.png`) })
        }
        await close()
      }
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
