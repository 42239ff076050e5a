import { invalidInput } from "../input/InvalidInput.ts"

/** Refuses a currency that none of the account's merchant accounts settles. */
export const currencyUnsupported = (currency: string) =>
  invalidInput({
    code: "currency_unsupported",
    param: "currency",
    message: `No merchant account settles ${currency}.`
  })
