import type { Acting } from "@payloom/core"
import type { ConsoleUser } from "./ConsoleUser.ts"

/** A person's reason for a change, and the request that carried it. */
export interface Occasion {
  readonly reason?: string
  /** The id of the request. */
  readonly request: string
}

/** Returns a person as the audit log records them. */
export const actingAs = ({ id, name }: ConsoleUser, occasion: Occasion): Acting => ({
  actor: { type: "user", id, name },
  ...occasion
})
