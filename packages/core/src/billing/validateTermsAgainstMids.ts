import { Result, Schema } from "effect"
import { type InvalidInput, refusedParameter } from "../kernel/input/InvalidInput.ts"
import { Amount } from "../kernel/primitives/MinorAmount.ts"
import type { MidState } from "../routing/chooseRoute.ts"
import { amountTooFine, currencyUnsupported } from "../routing/loadRoutes.ts"
import { firstCharge, type Terms } from "./Terms.ts"

/** The terms of a plan or a subscription. A null setup fee is none. */
interface ChargedTerms extends Pick<Terms, "amount" | "currency" | "trial"> {
  readonly setupFee: bigint | null
}

const isAmount = Schema.is(Amount)

/** Refuses terms whose first charge, with the setup fee, exceeds the largest amount. */
export const checkFirstChargeAmount = (terms: ChargedTerms): Result.Result<void, InvalidInput> =>
  isAmount(firstCharge({ ...terms, setupFee: terms.setupFee ?? 0n }))
    ? Result.void
    : Result.fail(
        refusedParameter(
          "amount_too_large",
          "setupFee",
          "makes the first charge more than an amount can be"
        )
      )

/** Refuses those terms, and terms that no merchant account can charge. */
export const validateTermsAgainstMids = (
  terms: ChargedTerms,
  mids: ReadonlyArray<MidState>
): Result.Result<void, InvalidInput> =>
  Result.andThen(checkFirstChargeAmount(terms), supportedByMids(terms, mids))

const supportedByMids = (
  terms: ChargedTerms,
  mids: ReadonlyArray<MidState>
): Result.Result<void, InvalidInput> => {
  const { currency, amount, trial, setupFee } = terms
  if (!mids.some(({ mid }) => mid.currencies.includes(currency))) {
    return Result.fail(currencyUnsupported(currency, mids))
  }
  const tooFine =
    amountTooFine(mids, { amount, currency }) ??
    amountTooFine(mids, { amount: trial?.amount ?? 0n, currency }, "trial.amount") ??
    amountTooFine(mids, { amount: setupFee ?? 0n, currency }, "setupFee")
  return tooFine === null ? Result.void : Result.fail(tooFine)
}
