import type { Context } from "hono"

/** Returns a Content-Security-Policy that forbids everything else. */
export const policy = (directives: Readonly<Record<string, string>>): string =>
  Object.entries({
    "default-src": "'none'",
    "base-uri": "'none'",
    "form-action": "'none'",
    ...directives
  })
    .map(([name, value]) => `${name} ${value}`)
    .join("; ")

/** Returns the headers of every page: its policy, no cache and no referrer. */
export const securityHeaders = (contentSecurityPolicy: string) => ({
  "Content-Security-Policy": contentSecurityPolicy,
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
  "Cache-Control": "no-store"
})

/** Sets these headers on a response of Hono. */
export const safely = (context: Context, contentSecurityPolicy: string): Context => {
  for (const [name, value] of Object.entries(securityHeaders(contentSecurityPolicy))) {
    context.header(name, value)
  }
  return context
}
