import { Option } from "effect"

/** Throws for a module that does what it may not do. Its decision is not committed. */
export const misused = (message: string): never =>
  Option.getOrThrowWith(Option.none(), () => new TypeError(message))
