import { type ConsoleUser, withPassword } from "@payloom/console"

/** The people who may use the console of a server. */
export type ConsoleAccess =
  /** Everybody who knows the password, under a name of their own. */
  | { readonly kind: "password"; readonly password: string }
  /** Everybody at this machine, because no real money moves. */
  | { readonly kind: "everybody" }
  /** Nobody. The console answers with the reason. */
  | { readonly kind: "nobody"; readonly reason: string }

/** A server that has a console. */
export interface ConsoleSettings {
  /** The environment, which may have PAYLOOM_CONSOLE_PASSWORD. */
  readonly env: Readonly<Record<string, string | undefined>>
  /** The address that the server listens on. */
  readonly host: string
  /** The server's address for browsers, if a proxy is in front of it. */
  readonly url?: string | null
  /** The access without PAYLOOM_CONSOLE_PASSWORD, on a server that only this machine reaches. */
  readonly otherwise: () => ConsoleAccess
}

/**
 * Returns who may use the console. PAYLOOM_CONSOLE_PASSWORD decides. Without it, only a server that
 * just this machine reaches serves the console. Throws a `RangeError` for a short password.
 */
export const consoleAccess = ({ env, host, url, otherwise }: ConsoleSettings): ConsoleAccess => {
  const password = env.PAYLOOM_CONSOLE_PASSWORD ?? ""
  if (password !== "") return { kind: "password", password: longPassword(password) }
  const isHere = isLoopback(host) && (url == null || isLoopback(new URL(url).hostname))
  return isHere ? otherwise() : { kind: "nobody", reason: "other machines can reach this server" }
}

/** The shortest password that a console takes. */
const shortest = 16

/** Returns true if a password is long enough for a console. */
export const isLongEnough = (password: string): boolean => password.length >= shortest

const longPassword = (password: string): string => {
  if (isLongEnough(password)) return password
  throw new RangeError(`PAYLOOM_CONSOLE_PASSWORD must have at least ${shortest} characters.`)
}

/** Returns the person who sent a request, or the answer for everybody else. */
export const authenticateBy = (
  access: Exclude<ConsoleAccess, { readonly kind: "nobody" }>
): ((request: Request, environment?: unknown) => ConsoleUser | Response) =>
  access.kind === "password" ? withPassword(access.password) : everybodyHere

/**
 * A page of another site may give its name the address of this machine. The browser then sends its
 * requests here, under that name, so other names are refused.
 */
const everybodyHere = (request: Request): ConsoleUser | Response =>
  isLoopback(new URL(request.url).hostname)
    ? { id: "demo", name: "Demo", role: "admin" }
    : new Response("Open the console at http://127.0.0.1 or http://localhost.", { status: 403 })

/** Returns true for a name or an address that only this machine reaches. */
const isLoopback = (host: string): boolean =>
  /^(?:localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/.test(host)
