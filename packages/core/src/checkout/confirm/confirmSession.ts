import { Clock, Effect } from "effect"
import { vaultCard } from "../../cards/vault/vaultCard.ts"
import { inputChecker } from "../../kernel/input/decodeInput.ts"
import { parameterInvalid } from "../../kernel/input/InvalidInput.ts"
import type { AttemptId } from "../../kernel/primitives/PublicId.ts"
import { originOf, spelledOut } from "../../kernel/primitives/WebUrl.ts"
import { InFlightWork } from "../../platform/jobs/InFlightWork.ts"
import type { Stored } from "../../platform/storage/Collection.ts"
import type { Scope } from "../../platform/storage/Scope.ts"
import type { PayerReturn } from "../../providers/PayerReturn.ts"
import { enteredAddress } from "../../providers/PostalAddress.ts"
import { allowedOrigins } from "../payer/payerOrigins.ts"
import { isOffered, isTaken } from "../sessions/availableMethods.ts"
import { awaitingAttempt } from "../sessions/awaitingAttempt.ts"
import type { CheckoutSessionRecord } from "../sessions/CheckoutSession.ts"
import { payableAt } from "../sessions/payableAt.ts"
import { authenticatePayer, type PayerCredentials } from "../sessions/SessionToken.ts"
import { afterChallenge, beforeChallenge } from "./confirmCard.ts"
import { ConfirmSession } from "./confirmInput.ts"
import { byApm, byCard, type PayerDeviceFacts } from "./PaymentSource.ts"
import { deviceOf, type PayerRequest } from "./payerDevice.ts"
import { payAndTell } from "./paySession.ts"
import { readWallet } from "./readWallet.ts"
import { resumeAfterRedirect, stopAwaitingPayer } from "./resumeAfterRedirect.ts"

const checkInput = inputChecker(ConfirmSession)

/**
 * Pays the session for the payer. The session is charged at most once: the first confirm takes the
 * session, and others must read its status. If the issuer requires authentication, the answer has a
 * challenge, which a second confirm names. If a provider requires an action, the answer has the
 * action, and `returned` ends the wait.
 */
export const confirmSession = Effect.fnUntraced(function* (
  payer: PayerCredentials,
  input: ConfirmSession,
  request: PayerRequest = {}
) {
  const underway = yield* InFlightWork
  const session = yield* authenticatePayer(payer)
  const given = yield* Effect.fromResult(checkInput(input))
  const awaited = yield* awaitingAttempt(session)
  const { returned } = given
  if (returned !== undefined) {
    const brought = returned === true ? null : (returned as PayerReturn)
    return yield* underway.finish(resumeAfterRedirect(session, awaited, brought))
  }
  const now = yield* Clock.currentTimeMillis
  yield* Effect.fromResult(
    payableAt(session.row, now, {
      challenge: given.threeDsSessionId ?? null,
      isAwaited: awaited !== null
    })
  )
  yield* suitsSession(session, given)
  return yield* underway.finish(confirm(session, given, request, awaited?.id ?? null))
})

const suitsSession = Effect.fnUntraced(function* (
  { scope, row }: Stored<CheckoutSessionRecord>,
  { method, returnUrl, ...given }: ConfirmSession
) {
  const type = given.wallet?.type ?? given.apm?.type ?? null
  if (!(yield* isOffered(scope, row, method))) {
    return yield* parameterInvalid("method", "is not offered in this session")
  }
  if (type !== null && !(yield* isTaken(scope, row, { method, type }))) {
    return yield* parameterInvalid(`${method}.type`, "is not offered in this session")
  }
  if (returnUrl !== undefined) yield* mayReturnTo(scope, returnUrl)
})

const mayReturnTo = Effect.fnUntraced(function* (scope: Scope, url: string) {
  if (!(yield* allowedOrigins(scope)).includes(originOf(url))) {
    return yield* parameterInvalid("returnUrl", "has an origin that is not among the account's")
  }
  if (scope.mode === "live" && !spelledOut(url).startsWith("https:")) {
    return yield* parameterInvalid("returnUrl", "must be an https address in live mode")
  }
})

const confirm = Effect.fnUntraced(function* (
  session: Stored<CheckoutSessionRecord>,
  { card: ciphertext, wallet, apm, threeDsSessionId, ...given }: ConfirmSession,
  request: PayerRequest,
  awaited: AttemptId | null
) {
  const { scope } = session
  const payer: PayerDeviceFacts = {
    device: deviceOf(given.device, request),
    billingAddress: enteredAddress(given.billingAddress),
    returnUrl: given.returnUrl === undefined ? null : spelledOut(given.returnUrl)
  }
  const card =
    ciphertext === undefined
      ? null
      : yield* vaultCard(scope, ciphertext.ciphertext, "card.ciphertext")
  const byPayersWallet = wallet === undefined ? null : yield* readWallet(session, wallet, payer)
  if (threeDsSessionId !== undefined) {
    return yield* afterChallenge(session, { id: threeDsSessionId, card, payer })
  }
  if (awaited !== null) yield* stopAwaitingPayer(scope, awaited)
  if (card !== null) return yield* beforeChallenge(session, byCard(card, payer))
  if (byPayersWallet !== null) return yield* payAndTell(session, byPayersWallet)
  return apm === undefined
    ? yield* parameterInvalid("method", "comes without its details")
    : yield* payAndTell(session, byApm(apm, payer))
})
