import { parameterInvalid } from "../kernel/input/InvalidInput.ts"
import { type Millis, readableTime } from "../kernel/primitives/Timestamp.ts"

/** Refuses a time span that ends before it begins. */
export const fromAfterTo = (from: Millis, to: Millis) =>
  parameterInvalid(
    "from",
    `must not be after to, but ${readableTime(from)} is after ${readableTime(to)}`
  )
