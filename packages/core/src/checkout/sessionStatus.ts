import { Effect, Option } from "effect"
import { getPayment } from "../payments/retrievePayment.ts"
import type { Scope } from "../storage/Scope.ts"
import { Storage } from "../storage/Storage.ts"
import { ThreeDsSessionCollection } from "../threeds/ThreeDsSession.ts"
import { toCheckoutResult } from "./CheckoutResult.ts"
import type { CheckoutSessionRecord } from "./CheckoutSession.ts"
import { getCheckoutSession } from "./retrieveCheckoutSession.ts"
import { authenticatePayer, type PayerCredentials } from "./SessionToken.ts"

/** Operation 38 (spec 4.10): what became of the payer's confirm. */
export const sessionStatus = Effect.fnUntraced(function* (payer: PayerCredentials) {
  const { scope, row } = yield* authenticatePayer(payer)
  return yield* resultFor(scope, row)
})

/** The result of a session as it stands now. */
export const resultOf = Effect.fnUntraced(function* (scope: Scope, id: string) {
  return yield* resultFor(scope, (yield* getCheckoutSession(scope, id)).row)
})

const resultFor = Effect.fnUntraced(function* (scope: Scope, session: CheckoutSessionRecord) {
  const storage = yield* Storage
  const payment =
    session.payment === null ? null : yield* Effect.orDie(getPayment(scope, session.payment))
  const challenge =
    session.threeDs === null
      ? Option.none()
      : yield* storage.get(scope, ThreeDsSessionCollection, session.threeDs)
  return toCheckoutResult(session, payment?.row ?? null, Option.getOrNull(challenge)?.row ?? null)
})
