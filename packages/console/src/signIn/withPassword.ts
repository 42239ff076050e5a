import { createHash, timingSafeEqual } from "node:crypto"
import type { ConsoleUser } from "../ConsoleUser.ts"
import { tokenOf } from "../frame/sameOrigin.ts"
import { wrongTries } from "./wrongTries.ts"

/** The shortest password. */
const shortest = 16

const limits = { most: 10, periodMs: 60_000 }

/**
 * Returns an `authenticate` that lets everybody in who knows a password, as an admin. The browser
 * asks for a name, which the audit log shows. After 10 wrong passwords of an address in a minute,
 * the rest of the minute is waited for. A deployment with several people should have accounts, and
 * roles for them.
 *
 * Throws a `RangeError` for a password of less than 16 characters.
 *
 * @example
 * const password = process.env.PAYLOOM_CONSOLE_PASSWORD
 * if (password !== undefined) {
 *   createConsole(payloom, { basePath: "/console", authenticate: withPassword(password) })
 * }
 */
export const withPassword = (
  password: string
): ((request: Request, environment?: unknown) => ConsoleUser | Response) => {
  if (password.length < shortest) {
    throw new RangeError(`The console's password must have at least ${shortest} characters.`)
  }
  const wanted = digestOf(password)
  const tries = wrongTries(limits)
  return (request, environment) => {
    const given = basicOf(request.headers.get("authorization") ?? "")
    if (given === null) return signInPlease()
    const client = { address: addressIn(environment), browser: tokenOf(request) }
    const waitSeconds = tries.waitSeconds(client)
    if (waitSeconds > 0) return waitPlease(waitSeconds)
    if (!timingSafeEqual(digestOf(given.password), wanted)) {
      tries.noteWrong(client)
      return signInPlease()
    }
    tries.noteRight(client)
    return { id: `name:${given.name}`, name: given.name, role: "admin" }
  }
}

const digestOf = (text: string): Buffer => createHash("sha256").update(text).digest()

/** Returns the name and the password of a header. Null if it has no such thing. */
const basicOf = (header: string): { readonly name: string; readonly password: string } | null => {
  const encoded = /^Basic +([\w+/=]+)$/i.exec(header)?.[1] ?? ""
  const text = Buffer.from(encoded, "base64").toString("utf8")
  const at = text.indexOf(":")
  const name = text.slice(0, Math.max(at, 0))
  return /^\P{Cc}{1,250}$/u.test(name) ? { name, password: text.slice(at + 1) } : null
}

/** Returns the address of the connection, as servers on Node pass it beside the request. */
const addressIn = (environment: unknown): string => {
  const { incoming } = Object(environment) as { readonly incoming?: { readonly socket?: unknown } }
  const { remoteAddress } = Object(incoming?.socket) as { readonly remoteAddress?: unknown }
  return typeof remoteAddress === "string" ? remoteAddress : ""
}

const refused = (status: number, text: string, headers: Readonly<Record<string, string>>) =>
  new Response(text, { status, headers: { "Cache-Control": "no-store", ...headers } })

const signInPlease = (): Response =>
  refused(401, "Sign in with your name, and with the console's password.", {
    "WWW-Authenticate": 'Basic realm="Payloom console: your name, and the password"'
  })

const waitPlease = (seconds: number): Response =>
  refused(429, `The password was wrong too often. Try again in ${seconds} seconds.`, {
    "Retry-After": `${seconds}`
  })
