import type { ChargeRequest } from "@payloom/core"
import { bankSplits } from "./bankSplits.ts"

/** Returns the parts of a request for other accounts, as the bank records them. */
export const splitsOf = ({ splits }: Pick<ChargeRequest, "splits">) =>
  splits === undefined ? {} : { splits: bankSplits(splits) }

/** Returns the fields of a charge that the bank only keeps if the request has them. */
export const optionalFields = (request: ChargeRequest) => {
  const { authorization, amount, origin } = request
  return {
    ...splitsOf(request),
    ...(origin === undefined ? {} : { origin }),
    // The bank allows captures of 15 % more than the amount, for charges that request it.
    ...(authorization?.overCapture === true ? { capturableUpTo: (amount * 115n) / 100n } : {})
  }
}
