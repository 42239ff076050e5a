import type { Hono } from "hono"
import { type Assets, bundle } from "./bundle.ts"
import { type HostedPageOptions, hostedPage } from "./hostedPage.ts"

/** The dependencies of the hosted page. */
export interface PayPagesOptions extends HostedPageOptions {
  readonly assets: () => Promise<Pick<Assets, "payScript" | "payStyle">>
}

/** Returns the bundle, which is created for the first page. API calls don't wait for it. */
export const assetsOnDemand = (): (() => Promise<Assets>) => {
  let made: Promise<Assets> | undefined
  return () => {
    made ??= bundle()
    return made
  }
}

/** Serves the hosted page at `/pay/{id}`. */
export const payPages = ({ assets, ...options }: PayPagesOptions): Hono =>
  hostedPage({
    ...options,
    path: "/pay/:id",
    title: "Payment",
    withoutScript: "Please turn on JavaScript to pay.",
    assets: async () => {
      const { payScript, payStyle } = await assets()
      return { script: payScript, style: payStyle }
    }
  })
