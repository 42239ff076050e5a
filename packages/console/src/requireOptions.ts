import { optionsComplaint } from "@payloom/core"
import { Predicate } from "effect"
import type { ConsoleOptions } from "./ConsoleOptions.ts"

const knownOptions = {
  authenticate: "function",
  basePath: "any",
  notice: "any",
  startAt: "any",
  onRequest: "function"
} as const

const basePathShape = /^(?:\/(?!\.{1,2}(?:\/|$))[\w.~-]+)+$/

/** Checks what `createConsole` was given. Throws a `TypeError` that names the mistake. */
export const requireOptions = (payloom: unknown, options: ConsoleOptions): void => {
  if (!Predicate.hasProperty(payloom, "services")) {
    throw new TypeError("createConsole takes the engine that Payloom.make returns.")
  }
  const complaint = optionsComplaint(options, knownOptions)
  if (complaint !== null) throw new TypeError(`The console can't be made: ${complaint}`)
  if (typeof options.authenticate !== "function") {
    throw new TypeError(
      "The console can't be made: options.authenticate is missing. It says who may use the console."
    )
  }
  if (typeof options.basePath !== "string" || !basePathShape.test(options.basePath)) {
    throw new TypeError(
      "The console can't be made: options.basePath must be a path such as /console, without a " +
        "slash at the end."
    )
  }
}
