import type { Browser } from "playwright-core"
import { apiPages } from "../pages.ts"
import { accessibilityProblems, looks, openSitePage, sideways } from "./SitePage.ts"

/**
 * Looks at each page of the API, in one of the looks in turn. The looks work side by side. The
 * navigation has 14,000 elements and is the same on all pages, so only the first page of each look
 * is loaded with it. Reports what is wrong with each page, and returns their number.
 */
export const lookAtApi = async (
  browser: Browser,
  site: string,
  report: (name: string, found: ReadonlyArray<string>) => void
): Promise<number> => {
  const paths = apiPages()
  const all = Object.entries(looks)
  await Promise.all(
    all.map(async ([name, look], nth) => {
      const own = paths.filter((_, place) => place % all.length === nth)
      const { page, foreign, close } = await openSitePage(browser, `${site}/${own[0]}`, look)
      report(`the navigation of the API, ${name}`, await accessibilityProblems(page))
      await page.route("**/assets/navigation.js", (route) => route.abort())
      for (const path of own) {
        await page.goto(`${site}/${path}`)
        // TypeDoc hides a page until its scripts have run.
        await page.locator("body").waitFor({ state: "visible" })
        report(`${path}, ${name}`, [
          ...(await accessibilityProblems(page)),
          ...(await sideways(page))
        ])
      }
      const loads = foreign.map((address) => `loads ${address}`)
      report(`the pages of the API, ${name}`, loads)
      await close()
    })
  )
  return paths.length
}
