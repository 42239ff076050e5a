import type { ThreeDsAnswer, ThreeDsAuthentication, ThreeDsServer } from "@payloom/core"
import { Effect, Option } from "effect"
import type { BankDesk } from "./SandboxBank.ts"
import type { CardSeals } from "./SandboxVault.ts"
import { type TestCardName, testCardByNumber } from "./testCards.ts"

const authenticated = (
  flow: ThreeDsAuthentication["flow"]
): { readonly _tag: "Authenticated"; readonly authentication: ThreeDsAuthentication } => ({
  _tag: "Authenticated",
  authentication: {
    flow,
    version: "2.2.0",
    eci: "05",
    authenticationValue: "AAABBEg0VhI0VniQEjRWAAAAAAA=",
    transactionId: null
  }
})

/** Returns the issuer's answer for a test card, if the card takes part in 3DS. */
const answerFor = (
  card: TestCardName | undefined,
  isRequired: boolean,
  url: string
): ThreeDsAnswer => {
  const challenge: ThreeDsAnswer = { _tag: "ChallengeRequired", url }
  switch (card) {
    case "three_ds_challenge":
    case "authentication_required":
      return challenge
    case "step_up":
    case "three_ds_frictionless":
      return isRequired ? challenge : authenticated("frictionless")
    case "three_ds_rejected":
      return { _tag: "Rejected", reason: "not_authenticated" }
    case "three_ds_unavailable":
      return { _tag: "Unavailable", reason: "The directory server is down." }
    default:
      return { _tag: "NotEnrolled" }
  }
}

/**
 * Creates the sandbox's 3DS server. The result of a challenge is the payer's answer, which the
 * sandbox's `answerChallenge` records. The URL of a challenge is `challengePage`, a slash, and the
 * reference.
 */
export const sandboxThreeDs = (
  seals: CardSeals,
  bank: BankDesk,
  challengePage: string
): ThreeDsServer["Service"] => {
  return {
    authenticate: ({ reference, vaultReference, challenge }) =>
      Effect.sync(() => {
        const number = Option.getOrNull(seals.read(vaultReference))?.number ?? ""
        const card = testCardByNumber(number)?.name
        return answerFor(card, challenge === "required", `${challengePage}/${reference}`)
      }),
    result: (reference) =>
      Effect.map(bank.books, ({ books }) => {
        const passed = books.challengePassed(reference)
        if (passed === undefined) return { _tag: "Pending" }
        return passed ? authenticated("challenge") : { _tag: "Failed", reason: "challenge_failed" }
      })
  }
}
