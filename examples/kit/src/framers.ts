import type { Merchant, Payloom } from "@payloom/core"

/** The `frame-ancestors` of a page: this origin, and those that the merchant's pages are at. */
export type Framers = () => Promise<string>

/** A merchant's own pages may show payers' pages in frames, and nobody else's. */
export const framersOf =
  (payloom: Payloom, { scope }: Merchant): Framers =>
  async () => {
    const { row } = await payloom.tenants.settings(scope)
    return ["'self'", ...row.settings.returnOrigins].join(" ")
  }
