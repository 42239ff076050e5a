import type { StripeAddress } from "@payloom/provider-stripe"

/** Returns Stripe's address, or the address of a fake or a proxy from the environment. */
export const stripeAddressIn = (url: string | undefined): StripeAddress => {
  if (url === undefined || url === "") return {}
  const { protocol, hostname, port } = new URL(url)
  return {
    host: hostname,
    protocol: protocol === "http:" ? "http" : "https",
    ...(port === "" ? {} : { port })
  }
}
