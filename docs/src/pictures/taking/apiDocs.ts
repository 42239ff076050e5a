import type { Taking } from "./Taking.ts"

/** A script that removes all operations but the first group, because the page is long. */
const onlyFirst = `for (const [at, group] of
  document.querySelectorAll(".opblock-tag-section").entries()) if (at > 0) group.remove()`

/** The picture of the page of the API. */
export const apiDocs = {
  "api-docs": async ({ open, server }) => {
    const page = await open(`${server.url}/docs`, { viewport: { width: 1180, height: 700 } })
    await page.getByText("Void an authorized payment").waitFor()
    await page.evaluate(onlyFirst)
    return { page, isWholeWindow: true }
  }
} satisfies Taking
