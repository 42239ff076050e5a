import type { HttpFailure } from "@payloom/core"

/** Returns the outcome of a request that may have been carried out. */
export const unknown = (reason: string): HttpFailure => ({ _tag: "Unknown", reason })
