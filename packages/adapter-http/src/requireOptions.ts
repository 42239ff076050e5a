import { type OptionKind, optionsComplaint } from "@payloom/core"

/** The kinds that a handler's options must have. */
const handlerOptions = {
  basePath: "any",
  onRequest: "function",
  rateLimit: "function",
  clientAddress: "function"
} as const satisfies Readonly<Record<string, OptionKind>>

/** The options that a server on Node takes as well. */
const serverOptions = {
  port: "any",
  host: "any",
  listener: "any",
  clientTimeoutMs: "any",
  graceMs: "any",
  pages: "any"
} as const satisfies Readonly<Record<string, OptionKind>>

/** Throws a `TypeError` for options of a handler that are unknown or of a wrong kind. */
export const requireHandlerOptions = (given: unknown): void => require(given, handlerOptions)

/** The same for the options of a server. */
export const requireServerOptions = (given: unknown): void =>
  require(given, { ...serverOptions, ...handlerOptions })

const require = (given: unknown, known: Readonly<Record<string, OptionKind>>): void => {
  const complaint = optionsComplaint(given, known)
  if (complaint !== null) throw new TypeError(`The handler can't be made: ${complaint}`)
}
