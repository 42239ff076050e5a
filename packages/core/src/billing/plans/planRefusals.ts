import { Result, Schema } from "effect"
import { type InvalidInput, refusedParameter } from "../../input/InvalidInput.ts"
import type { MidState } from "../../routing/chooseRoute.ts"
import { amountTooFine, currencyUnsupported } from "../../routing/loadRoutes.ts"
import { Amount } from "../../values/MinorAmount.ts"
import { firstCharge } from "../Terms.ts"
import type { PlanRecord } from "./Plan.ts"

type PlanTerms = Pick<
  PlanRecord,
  "amount" | "currency" | "interval" | "trial" | "setupFee" | "endAfterCycles"
>

const isAmount = Schema.is(Amount)

/** Refuses terms whose first charge, setup fee included, is more than an amount can be. */
export const chargeable = (plan: PlanTerms): Result.Result<void, InvalidInput> =>
  isAmount(firstCharge({ ...plan, setupFee: plan.setupFee ?? 0n }))
    ? Result.void
    : Result.fail(
        refusedParameter(
          "amount_too_large",
          "setupFee",
          "makes the first charge more than an amount can be"
        )
      )

/** Refuses terms that none of the merchant accounts can take money by (spec 4.7). */
export const settleable = (
  plan: PlanTerms,
  mids: ReadonlyArray<MidState>
): Result.Result<void, InvalidInput> => {
  const { currency, amount, trial, setupFee } = plan
  if (!mids.some(({ mid }) => mid.currencies.includes(currency))) {
    return Result.fail(currencyUnsupported(currency))
  }
  const tooFine =
    amountTooFine(mids, { amount, currency }) ??
    amountTooFine(mids, { amount: trial?.amount ?? 0n, currency }, "trial.amount") ??
    amountTooFine(mids, { amount: setupFee ?? 0n, currency }, "setupFee")
  return tooFine === null ? Result.void : Result.fail(tooFine)
}
