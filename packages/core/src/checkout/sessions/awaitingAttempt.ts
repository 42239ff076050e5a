import { Effect, Option } from "effect"
import { AttemptCollection, isPayerAway } from "../../payments/charges/Attempt.ts"
import { getPayment } from "../../payments/charges/getPayment.ts"
import type { Stored } from "../../platform/storage/Collection.ts"
import { Storage } from "../../platform/storage/Storage.ts"
import type { CheckoutSessionRecord } from "./CheckoutSession.ts"

/**
 * Returns the session's attempt that waits for an action of the payer at another site. Null if
 * there is none.
 */
export const awaitingAttempt = Effect.fnUntraced(function* ({
  scope,
  row
}: Pick<Stored<CheckoutSessionRecord>, "scope" | "row">) {
  const storage = yield* Storage
  if (row.status !== "processing" || row.threeDs !== null || row.payment === null) return null
  const { attempts } = (yield* Effect.orDie(getPayment(scope, row.payment))).row
  const attempt = yield* storage.get(scope, AttemptCollection, attempts.at(-1) ?? "")
  return Option.isSome(attempt) && isPayerAway(attempt.value.row) ? attempt.value.row : null
})
