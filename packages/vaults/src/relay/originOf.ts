/** The origin of an answer that came through a vault's service. */
export type Origin =
  /** The provider answered. */
  | "provider"
  /** The service answered, and provably sent nothing to the provider. */
  | "service_refused"
  /** The service answered. The provider may have got the request. */
  | "service_unclear"

/** The parts of an answer that show its origin. */
export interface RelayedAnswer {
  readonly status: number
  readonly headers: Pick<Headers, "get">
  readonly text: string
}

/**
 * Returns the origin of an answer, for each service by its documents:
 *
 * | Service      | Answer                                             | Origin            |
 * | ------------ | -------------------------------------------------- | ----------------- |
 * | Basis Theory | has `BT-PROXY-DESTINATION-STATUS`                  | `provider`        |
 * | Basis Theory | 4xx with `proxy_error`, except 408                 | `service_refused` |
 * | Basis Theory | 408, 5xx, or anything without `proxy_error`        | `service_unclear` |
 * | Basis Theory | without the header, through a pre-configured proxy | `service_unclear` |
 * | VGS          | has `VGS-Upstream-Status-Code`                     | `provider`        |
 * | VGS          | doesn't have it                                    | `service_unclear` |
 * | Evervault    | has `x-evervault-error-code`                       | `service_unclear` |
 * | Evervault    | doesn't have it                                    | `provider`        |
 *
 * Basis Theory answers 408 if the provider takes longer than 25 seconds, so the provider has the
 * request. A pre-configured proxy can fail after the provider answered, with the same
 * `proxy_error`. Evervault documents no header for answers of the provider. `openTunnel` knows one
 * more case: if VGS or Evervault refuses the tunnel, nothing was sent.
 */
export const originOf: Readonly<
  Record<
    "basis_theory" | "configured_proxy" | "vgs" | "evervault",
    (answer: RelayedAnswer) => Origin
  >
> = {
  basis_theory: ({ status, headers, text }) => {
    if (headers.get("bt-proxy-destination-status") !== null) return "provider"
    const isRefused = status >= 400 && status < 500 && status !== 408
    return isRefused && /^\s*\{\s*"proxy_error"/.test(text) ? "service_refused" : "service_unclear"
  },
  configured_proxy: ({ headers }) =>
    headers.get("bt-proxy-destination-status") === null ? "service_unclear" : "provider",
  vgs: ({ headers }) =>
    headers.get("vgs-upstream-status-code") === null ? "service_unclear" : "provider",
  evervault: ({ headers }) =>
    headers.get("x-evervault-error-code") === null ? "provider" : "service_unclear"
}
