import type { Merchant, Payloom } from "@payloom/core"

/**
 * Returns the `frame-ancestors` of a page: this origin, and the origins of the merchant's pages.
 */
export type Framers = () => Promise<string>

/** Allows only the merchant's own pages to show payers' pages in frames. */
export const framersOf =
  (payloom: Payloom, { scope }: Merchant): Framers =>
  async () => {
    const { row } = await payloom.tenants.settings(scope)
    return ["'self'", ...row.settings.returnOrigins].join(" ")
  }
