import type { StripeAddress } from "@payloom/provider-stripe"

/** Where Stripe is, where the environment says that it is elsewhere: a fake, or a proxy. */
export const stripeAddressIn = (url: string | undefined): StripeAddress => {
  if (url === undefined || url === "") return {}
  const { protocol, hostname, port } = new URL(url)
  return {
    host: hostname,
    protocol: protocol === "http:" ? "http" : "https",
    ...(port === "" ? {} : { port })
  }
}
