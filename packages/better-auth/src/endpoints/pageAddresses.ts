import type { Billing } from "../Billing.ts"

/** The fields of a request that describe a checkout page. */
interface PageRequest {
  readonly successUrl?: string | undefined
  readonly cancelUrl?: string | undefined
  readonly locale?: string | undefined
}

/** Returns the input of a session for its hosted page. Paths become addresses of better-auth. */
export const pageInput = ({ options }: Billing, baseURL: string, request: PageRequest) => {
  const { origin } = new URL(baseURL)
  const successUrl = request.successUrl ?? options.successUrl
  const cancelUrl = request.cancelUrl ?? options.cancelUrl
  return {
    publishableKey: options.publishableKey,
    ...(successUrl === undefined ? {} : { successUrl: new URL(successUrl, origin).href }),
    ...(cancelUrl === undefined ? {} : { cancelUrl: new URL(cancelUrl, origin).href }),
    ...(request.locale === undefined ? {} : { locale: request.locale })
  }
}
