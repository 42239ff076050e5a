import { bundle } from "@payloom/example-kit/bundle"
import { stripeScript } from "@payloom/example-kit/stripeScript"
import type { PageProvider } from "../web/hostedPage.ts"
import type { StripeKeys } from "./readStripeKeys.ts"

const sourceOf = (name: string): URL => new URL(`../browser/${name}`, import.meta.url)

/** Returns the files of the pages, which are bundled for the first request. */
export const stripeAssetsOnDemand = () => {
  const bundled = () =>
    bundle({
      payScript: sourceOf("stripePayPage.ts"),
      portalScript: sourceOf("stripePortalPage.ts"),
      payStyle: sourceOf("stripePayPage.css")
    })
  let made: ReturnType<typeof bundled> | undefined
  return () => {
    made ??= bundled()
    return made
  }
}

/**
 * Returns Stripe's data for the hosted page. Another server in Stripe's place has its own address.
 */
export const stripePage = ({ account, address }: StripeKeys): PageProvider => {
  const { host, port, protocol = "https" } = address
  const key = account.publishableKey
  if (host === undefined) return { ...stripeScript, key }
  const origin = `${protocol}://${host}${port === undefined ? "" : `:${port}`}`
  return { script: `${origin}/v3/`, origins: [origin], key }
}
