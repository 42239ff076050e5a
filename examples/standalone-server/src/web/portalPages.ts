import type { Hono } from "hono"
import type { Assets } from "./bundle.ts"
import { type HostedPageOptions, hostedPage } from "./hostedPage.ts"

/** The dependencies of the portal's page. */
export interface PortalPagesOptions extends HostedPageOptions {
  readonly assets: () => Promise<Pick<Assets, "portalScript" | "payStyle">>
}

/** Serves the customer portal at `/manage/{id}`. */
export const portalPages = ({ assets, ...options }: PortalPagesOptions): Hono =>
  hostedPage({
    ...options,
    path: "/manage/:id",
    title: "Your account",
    withoutScript: "Please turn on JavaScript to see your account.",
    assets: async () => {
      const { portalScript, payStyle } = await assets()
      return { script: portalScript, style: payStyle }
    }
  })
