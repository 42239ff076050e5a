import type { ClientOptions, SendingOptions } from "./ClientOptions.ts"

/** Throws a `TypeError` that names the option that is wrong. */
export const checkOptions = (options: ClientOptions): void => {
  checkSending(options)
  const { apiKey, allowBrowser = false } = options
  if (typeof apiKey !== "string" || !/^sk_[\x21-\x7e]+$/.test(apiKey)) {
    throw new TypeError("apiKey must be a secret key, sk_test_… or sk_live_…")
  }
  if (!allowBrowser && isBrowser()) {
    throw new TypeError(
      "A secret key must not be in a browser: whoever opens the page could move money with it. " +
        "Call the API from your server, or use @payloom/client/payer for the payer's half."
    )
  }
}

/** Throws a `TypeError` if an address or a time limit is wrong. */
export const checkSending = ({ baseUrl, timeoutMs }: SendingOptions): void => {
  if (typeof baseUrl !== "string" || !URL.canParse(baseUrl)) {
    throw new TypeError("baseUrl must be an address such as https://pay.shop.example.")
  }
  const { protocol, hostname, search, hash, username } = new URL(baseUrl)
  const isLocal = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
  if (protocol !== "https:" && !(protocol === "http:" && isLocal)) {
    throw new TypeError("baseUrl must begin with https: because the key is sent to it.")
  }
  if (search !== "" || hash !== "" || username !== "") {
    throw new TypeError("baseUrl must have no query, fragment or user.")
  }
  if (timeoutMs !== undefined && !(timeoutMs >= 1 && timeoutMs <= 2 ** 31 - 1)) {
    throw new TypeError("timeoutMs must be from 1 to 2147483647 milliseconds.")
  }
}

const isBrowser = (): boolean => {
  const { window, document } = globalThis as { window?: unknown; document?: unknown }
  return window !== undefined && document !== undefined
}
