import { Option } from "effect"

/** Throws for a caller that does what it may not do, such as a module or a program. */
export const misused = (message: string): never =>
  Option.getOrThrowWith(Option.none(), () => new TypeError(message))
