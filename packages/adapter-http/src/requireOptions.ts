import { type OptionKind, optionsComplaint } from "@payloom/core"

/** The types of a handler's options. */
const handlerOptions = {
  basePath: "any",
  onRequest: "function",
  rateLimit: "function",
  clientAddress: "function"
} as const satisfies Readonly<Record<string, OptionKind>>

/** The further options of a server on Node. */
const serverOptions = {
  port: "any",
  host: "any",
  listener: "any",
  clientTimeoutMs: "any",
  graceMs: "any",
  pages: "any"
} as const satisfies Readonly<Record<string, OptionKind>>

/** Throws a `TypeError` for options of a handler that are unknown or have a wrong type. */
export const requireHandlerOptions = (given: unknown): void => require(given, handlerOptions)

/** Throws a `TypeError` for options of a server that are unknown or have a wrong type. */
export const requireServerOptions = (given: unknown): void =>
  require(given, { ...serverOptions, ...handlerOptions })

const require = (given: unknown, known: Readonly<Record<string, OptionKind>>): void => {
  const complaint = optionsComplaint(given, known)
  if (complaint !== null) throw new TypeError(`The handler can't be made: ${complaint}`)
}
