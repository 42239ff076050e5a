import { Schema } from "effect"
import { PaymentId } from "../kernel/primitives/PublicId.ts"
import { Millis } from "../kernel/primitives/Timestamp.ts"
import { collection } from "../platform/storage/Collection.ts"

/** A change of a payment that a module has not followed, because its follower failed. */
export const UnfollowedMove = Schema.Struct({
  /** Sorts the changes of a payment by the payment's version: see `moveId`. */
  id: Schema.String,
  /** The name of the module. */
  module: Schema.String,
  payment: PaymentId,
  /** The payment before, as JSON. Null if it was new. */
  before: Schema.NullOr(Schema.String),
  /** The payment after, as JSON. */
  after: Schema.String,
  created: Millis
})
export interface UnfollowedMove extends Schema.Schema.Type<typeof UnfollowedMove> {}

/** Returns the value of the index: the module and the payment whose changes wait in order. */
export const moveQueue = ({
  module,
  payment
}: Pick<UnfollowedMove, "module" | "payment">): string => `${module}/${payment}`

const versionDigits = 12

/**
 * Returns the id of a change. The clocks of two processes differ, so times would not keep the
 * changes of one payment in order. The version of the payment does.
 */
export const moveId = (queue: string, version: number): string =>
  `${queue}/${`${version}`.padStart(versionDigits, "0")}`

export const UnfollowedMoveCollection = collection<UnfollowedMove>({
  name: "unfollowed_moves",
  schema: UnfollowedMove,
  indexes: { queue: { of: moveQueue } }
})
