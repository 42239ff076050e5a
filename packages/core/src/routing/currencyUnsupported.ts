import { refusedParameter } from "../input/InvalidInput.ts"

/** Refuses a currency that none of the account's merchant accounts settles. */
export const currencyUnsupported = (currency: string) =>
  refusedParameter(
    "currency_unsupported",
    "currency",
    `must be one that a merchant account settles; none settles ${currency}`
  )
