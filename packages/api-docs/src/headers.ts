/** The headers of every answer. */
export const commonHeaders: Readonly<Record<string, string>> = {
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "X-Frame-Options": "DENY",
  "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=()"
}

/** Forbids everything, for answers that are not the page. */
export const closedPolicy = "default-src 'none'; frame-ancestors 'none'; sandbox"

/**
 * The policy of the page. The page runs its own script and applies its own style sheet. The style
 * sheet contains its pictures. The page sends requests to its own origin only, and no other page
 * may frame it.
 */
export const pagePolicy = Object.entries({
  "default-src": "'none'",
  "script-src": "'self'",
  "style-src": "'self'",
  "img-src": "'self' data:",
  "connect-src": "'self'",
  "form-action": "'none'",
  "base-uri": "'none'",
  "frame-ancestors": "'none'"
})
  .map(([directive, value]) => `${directive} ${value}`)
  .join("; ")
