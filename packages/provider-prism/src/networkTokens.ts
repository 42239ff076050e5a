import type {
  CardRelay,
  ChargeOutcome,
  ChargeRequest,
  DeclineMeaning,
  DeclineTable,
  Fields
} from "@payloom/core"
import { editJson, withMarks } from "./body.ts"
import type { BuiltRequest } from "./library/PrismLibrary.ts"
import type { NetworkTokens, Processor } from "./Processor.ts"

/** Returns the way in which a processor charges network tokens, or null if it can't. */
export const networkTokensOf = ({
  networkTokens
}: Pick<Processor<never>, "networkTokens">): NetworkTokens | null =>
  typeof networkTokens === "string" ? null : networkTokens

/** A network token that is about to be charged. */
export interface ChargedToken {
  readonly holderName: string | null
  /** Puts the token's marks in place of the card. Null if the processor can't charge the token. */
  readonly mark: (built: BuiltRequest) => BuiltRequest | null
}

/**
 * Requests the marks of a card's network token, with a cryptogram if the charge needs one. Returns
 * null if the vault has no network token that can be charged.
 */
export const chargedToken = async (
  request: ChargeRequest,
  vaultReference: string,
  { withToken, needsCryptogram = isByPayer }: NetworkTokens,
  relay: CardRelay
): Promise<ChargedToken | null> => {
  const isNeeded = needsCryptogram(request)
  const networkToken = isNeeded ? "with_cryptogram" : "without_cryptogram"
  const { holderName, networkToken: token } = await relay.marksOf(vaultReference, { networkToken })
  if (token == null || (isNeeded && token.cryptogram === null)) return null
  // The cryptogram stands in for the security code.
  const marks = { ...token, securityCode: null, holderName }
  const mark = (built: BuiltRequest): BuiltRequest | null => {
    let isReplaced = true
    const replaced = editJson(built, (body): Fields => {
      const changed = withToken(body, token)
      isReplaced = changed !== null
      return changed ?? body
    })
    return isReplaced ? withMarks(replaced, marks) : null
  }
  return { holderName, mark }
}

const isByPayer = ({ initiator }: ChargeRequest): boolean => initiator === "customer"

const noNetworkToken = "no_network_token"

/**
 * Returns the outcome of a charge whose card has no network token that can be charged. The card's
 * number is charged next. The first request of a resent charge may have been made with the token,
 * so a resend decides nothing.
 */
export const withoutNetworkToken = ({ isResent }: ChargeRequest): ChargeOutcome => {
  const message = "The vault has no network token of the card that can be charged."
  return isResent === true
    ? { _tag: "Unknown", reason: message }
    : {
        _tag: "Declined",
        rawCode: noNetworkToken,
        networkCode: null,
        providerReference: null,
        message
      }
}

/** The codes of declines that may be the token's. The card's number can still be good. */
const ofTheToken: ReadonlySet<DeclineMeaning["code"]> = new Set(["expired_card", "invalid_card"])

/**
 * Returns the decline table of a processor that charges network tokens. If a token has expired or
 * is unknown, the card's number is charged on the same account.
 */
export const withNetworkTokens = ({ version, meanings }: DeclineTable): DeclineTable => ({
  version,
  meanings: {
    ...Object.fromEntries(
      Object.entries(meanings).map(([code, meaning]) => [
        code,
        meaning.decision === "stop" && ofTheToken.has(meaning.code)
          ? { ...meaning, decision: "card_number" as const }
          : meaning
      ])
    ),
    [noNetworkToken]: {
      code: "processing_error",
      category: "configuration",
      decision: "card_number"
    }
  }
})
