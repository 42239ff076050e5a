import type { Context } from "hono"

/** A Content-Security-Policy that forbids what it doesn't name. */
export const policy = (directives: Readonly<Record<string, string>>): string =>
  Object.entries({
    "default-src": "'none'",
    "base-uri": "'none'",
    "form-action": "'none'",
    ...directives
  })
    .map(([name, value]) => `${name} ${value}`)
    .join("; ")

/** What every page is sent with: its policy, and that it is neither kept nor referred to. */
export const securityHeaders = (contentSecurityPolicy: string) => ({
  "Content-Security-Policy": contentSecurityPolicy,
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
  "Cache-Control": "no-store"
})

/** Sets the same on an answer of Hono's. */
export const safely = (context: Context, contentSecurityPolicy: string): Context => {
  for (const [name, value] of Object.entries(securityHeaders(contentSecurityPolicy))) {
    context.header(name, value)
  }
  return context
}
