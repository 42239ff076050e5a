import type { Approval, CardChecks, CheckResult } from "@payloom/core"
import { storedToken } from "./paymentMethod.ts"

/**
 * The fields that Adyen adds to an answer or a notification, if the account's settings ask for
 * them.
 */
export type AdditionalData = Readonly<Record<string, string | undefined>>

type Check = CheckResult | undefined

/** The results by the number that Adyen's text begins with, such as `1 Matches`. */
const cvcResults: Readonly<Record<string, CheckResult>> = {
  "0": "unavailable",
  "1": "pass",
  "2": "fail",
  "3": "unchecked",
  "4": "unchecked",
  "5": "unavailable",
  "6": "unchecked"
}

const yes = "pass"
const no = "fail"
const unchecked = "unchecked"
const unavailable = "unavailable"

/**
 * The results for the first line and the postal code, by the number that Adyen's text begins with.
 */
const avsResults: Readonly<Record<string, readonly [Check, Check]>> = {
  "0": [unavailable, unavailable],
  "1": [yes, no],
  "2": [no, no],
  "3": [unavailable, unavailable],
  "4": [unavailable, unavailable],
  "6": [no, yes],
  "7": [yes, yes],
  "8": [unchecked, unavailable],
  "9": [yes, unavailable],
  "10": [no, unavailable],
  "11": [unavailable, unchecked],
  "12": [yes, unchecked],
  "13": [no, unchecked],
  "14": [unavailable, yes],
  "15": [unchecked, yes],
  "16": [unavailable, no],
  "17": [unchecked, no],
  "18": [unchecked, unchecked],
  "19": [undefined, yes],
  "20": [yes, yes],
  "21": [yes, undefined],
  "23": [undefined, yes],
  "24": [yes, yes],
  "25": [yes, undefined],
  "26": [no, no]
}

const numberIn = (text: string | undefined): string => /^\s*(\d+)/.exec(text ?? "")?.[1] ?? ""

const checksIn = ({ cvcResult, avsResult }: AdditionalData): CardChecks | null => {
  const cvc = cvcResults[numberIn(cvcResult)]
  const [line1, postalCode] = avsResults[numberIn(avsResult)] ?? []
  return cvc === undefined && line1 === undefined && postalCode === undefined
    ? null
    : { cvc, line1, postalCode }
}

/** Returns the details of an approval, without its amount. */
export const approvalIn = (data: AdditionalData) => ({
  networkReference: data.networkTxReference ?? null,
  checks: checksIn(data),
  authCode: data.authCode ?? null,
  ...savedMethodIn(data)
})

/** Returns the payment method that Adyen stored for a shopper, if the data has its token. */
export const savedMethodIn = (data: AdditionalData): Pick<Approval, "savedMethod"> => {
  const id =
    data["tokenization.storedPaymentMethodId"] ?? data["recurring.recurringDetailReference"]
  const shopper =
    data["tokenization.shopperReference"] ??
    data["recurring.shopperReference"] ??
    data.shopperReference
  if (id === undefined || shopper === undefined) return {}
  const { iban, bankAccountNumber, bankName: bank } = data
  return {
    savedMethod: {
      token: storedToken(id, shopper),
      last4: (iban ?? bankAccountNumber)?.slice(-4),
      bank,
      country: iban?.slice(0, 2),
      mandateReference: data["sepadirectdebit.mandateId"] ?? data["directdebit_GB.mandateId"]
    }
  }
}
