/** The headers of every answer. */
export const commonHeaders: Readonly<Record<string, string>> = {
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "X-Frame-Options": "DENY",
  "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=()"
}

/** Forbids everything, for answers that are not pages. */
export const closedPolicy = "default-src 'none'; frame-ancestors 'none'; sandbox"

/**
 * Returns the policy of the page. The page runs its own script and applies its own style sheet, by
 * a nonce. It sends requests to its own origin only, and no other page may frame it.
 */
export const pagePolicy = (nonce: string): string =>
  Object.entries({
    "default-src": "'none'",
    "script-src": `'nonce-${nonce}'`,
    "style-src": `'nonce-${nonce}'`,
    "img-src": "'self'",
    "connect-src": "'self'",
    "form-action": "'none'",
    "base-uri": "'none'",
    "frame-ancestors": "'none'",
    "require-trusted-types-for": "'script'",
    "trusted-types": "'none'"
  })
    .map(([directive, value]) => `${directive} ${value}`)
    .join("; ")
