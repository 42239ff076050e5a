import { createHash, timingSafeEqual } from "node:crypto"
import type { ConsoleUser } from "@payloom/console"

const signInPlease = (): Response =>
  new Response("Sign in with your name, and with the console's password.", {
    status: 401,
    headers: {
      "WWW-Authenticate": 'Basic realm="Payloom console: your name, and the password"',
      "Cache-Control": "no-store"
    }
  })

/**
 * Lets everybody in who knows a password, as an admin. The browser asks for a name, which the audit
 * log shows. A deployment of your own has accounts, and roles for them.
 */
export const withPassword = (password: string) => {
  const wanted = digestOf(password)
  return (request: Request): ConsoleUser | Response => {
    const [name, given] = basicOf(request.headers.get("authorization") ?? "")
    if (!/^\P{Cc}{1,250}$/u.test(name)) return signInPlease()
    if (!timingSafeEqual(digestOf(given), wanted)) return signInPlease()
    return { id: `name:${name}`, name, role: "admin" }
  }
}

const digestOf = (text: string): Buffer => createHash("sha256").update(text).digest()

const basicOf = (header: string): readonly [name: string, password: string] => {
  const encoded = /^Basic +([\w+/=]+)$/i.exec(header)?.[1] ?? ""
  const text = Buffer.from(encoded, "base64").toString("utf8")
  const at = text.indexOf(":")
  return at < 1 ? ["", ""] : [text.slice(0, at), text.slice(at + 1)]
}

/** The shortest password, because the console has no limit of tries. */
const shortest = 16

/** Returns true if a password can't be guessed by trying. */
export const isLongEnough = (password: string): boolean => password.length >= shortest

/** Returns the console's password. Null if there is none. Throws if it is too short. */
export const consolePassword = (
  env: Readonly<Record<string, string | undefined>>
): string | null => {
  const password = env.PAYLOOM_CONSOLE_PASSWORD ?? ""
  if (password === "") return null
  if (isLongEnough(password)) return password
  throw new RangeError(`PAYLOOM_CONSOLE_PASSWORD must have at least ${shortest} characters.`)
}
