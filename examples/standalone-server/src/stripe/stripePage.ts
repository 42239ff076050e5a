import { bundle } from "@payloom/example-kit/bundle"
import { stripeScript } from "@payloom/example-kit/stripeScript"
import type { PageProvider } from "../web/payPages.ts"
import type { StripeKeys } from "./readStripeKeys.ts"

const sourceOf = (name: string): URL => new URL(`../browser/${name}`, import.meta.url)

/** What the pages load, bundled when the first is asked for. */
export const stripeAssetsOnDemand = () => {
  const bundled = () =>
    bundle({
      payScript: sourceOf("stripePayPage.ts"),
      payStyle: sourceOf("stripePayPage.css"),
      liveScript: sourceOf("live.ts"),
      liveStyle: sourceOf("live.css")
    })
  let made: ReturnType<typeof bundled> | undefined
  return () => {
    made ??= bundled()
    return made
  }
}

/** What the hosted page needs of Stripe: another server's in its place is asked at its address. */
export const stripePage = ({ account, address }: StripeKeys): PageProvider => {
  const { host, port, protocol = "https" } = address
  const key = account.publishableKey
  if (host === undefined) return { ...stripeScript, key }
  const origin = `${protocol}://${host}${port === undefined ? "" : `:${port}`}`
  return { script: `${origin}/v3/`, origins: [origin], key }
}
