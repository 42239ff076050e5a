import type { Taking } from "./Taking.ts"

/** The picture of the page of the API. */
export const apiDocs = {
  "api-docs": async ({ open, server }) => {
    const page = await open(`${server.url}/docs`, { viewport: { width: 1180, height: 900 } })
    const operation = page.locator("#operations-Payments-createPayment")
    await operation.locator(".opblock-summary-control").click()
    await operation.getByRole("button", { name: "Execute" }).waitFor()
    return { page, isWholeWindow: true }
  }
} satisfies Taking
