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

/** Sets what every page is sent with: its policy, and that it is neither kept nor referred to. */
export const safely = (context: Context, contentSecurityPolicy: string): Context => {
  context.header("Content-Security-Policy", contentSecurityPolicy)
  context.header("Referrer-Policy", "no-referrer")
  context.header("X-Content-Type-Options", "nosniff")
  context.header("Cross-Origin-Opener-Policy", "same-origin")
  context.header("Permissions-Policy", "camera=(), geolocation=(), microphone=()")
  context.header("Cache-Control", "no-store")
  return context
}
