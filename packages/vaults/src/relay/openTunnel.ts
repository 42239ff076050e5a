import { getCACertificates } from "node:tls"
import { ProxyAgent, fetch as undiciFetch } from "undici"
import { NotForwarded } from "./NotForwarded.ts"
import type { RelayParts } from "./relayFetch.ts"

/** The address of a proxy that opens tunnels by CONNECT. */
export interface TunnelOptions {
  /** The name of the service, for messages. */
  readonly service: string
  /** The address of the proxy, such as `https://relay.evervault.com:443`. */
  readonly proxyUrl: string
  /** The value of `Proxy-Authorization`. */
  readonly authorization: string
  /**
   * The certificate authority of the proxy as PEM. The proxy ends TLS inside the tunnel, with
   * certificates of this authority. No other authority counts there. Outside of the tunnel, the
   * authorities of this machine count too.
   */
  readonly ca: string | undefined
}

/**
 * Returns the `send` of a relay that goes through a tunnel. The proxy ends TLS, puts the card's
 * details into the request, and sends it to the provider. If the proxy refuses the tunnel, nothing
 * was sent.
 */
export const openTunnel = ({
  service,
  proxyUrl,
  authorization,
  ca
}: TunnelOptions): RelayParts["send"] => {
  const dispatcher = new ProxyAgent({
    uri: proxyUrl,
    token: authorization,
    ...(ca === undefined
      ? {}
      : { requestTls: { ca: [ca] }, proxyTls: { ca: [...getCACertificates(), ca] } })
  })
  return async ({ url, method, headers, body, signal }) => {
    const sent = undiciFetch(url, {
      method,
      headers: [...headers],
      body,
      signal,
      redirect: "error",
      dispatcher
    })
    const response = await sent.catch((failure: unknown) => {
      const status = refusedTunnel(failure)
      if (status === null) throw failure
      throw new NotForwarded(`${service} refused the tunnel: HTTP ${status}.`, { cause: failure })
    })
    // The types of undici's own `fetch` differ from those of the global one.
    return response as unknown as Response
  }
}

/**
 * Returns the status with which a proxy refused a tunnel, or null for other errors. undici wraps
 * its own error in two others.
 */
const refusedTunnel = (failure: unknown): string | null => {
  for (let error = failure; error instanceof Error; error = error.cause) {
    const refused = /^Proxy response \((\d{3})\) !== 200 when HTTP Tunneling$/.exec(error.message)
    if (refused !== null) return refused[1] ?? null
  }
  return null
}
