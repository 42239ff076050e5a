import type { Fields } from "@payloom/core"
import { majorUnits } from "../decimals.ts"
import type { FakeModification, FakePayment } from "../FakeBooks.ts"

type Made = FakePayment | FakeModification

/** The gateway's codes, its text and the issuer's code, by the issuer's decision. */
const refusals: Readonly<
  Record<string, readonly [code: number, extended: number, text: string, issuer: string | null]>
> = {
  insufficient_funds: [-1, 0, "Insufficient funds", "51"],
  do_not_honor: [-1, 0, "Do not honor", "05"],
  expired_card: [-1100, 1002, "Expiration date has already passed.", null],
  incorrect_cvc: [-1100, 1104, "Invalid CVV2.", null],
  fraud: [-1100, 1116, "Custom Fraud Screen Filter.", null],
  issuer_unavailable: [-1, 0, "Issuer or switch inoperative", "91"],
  authentication_required: [-1, 0, "Soft decline", "1A"]
}

/** The gateway's extended code and its text, of a capture, void or refund that isn't possible. */
const impossible = {
  capture: [1127, "Limit exceeding amount."],
  void: [1128, "Invalid transaction type code."],
  refund: [1106, "Credit amount exceeds total charges."]
} as const

const types = { capture: "Settle", void: "Void", refund: "Credit" } as const

/** Returns the type of a transaction. */
export const typeOf = (made: Made): string =>
  "kind" in made ? types[made.kind] : made.isAutoCaptured ? "Sale" : "Auth"

/** Returns the state of a transaction, and the gateway's codes. */
export const verdictOf = (made: Made): Fields => {
  if ("kind" in made) {
    const [gwExtendedErrorCode, gwErrorReason] = impossible[made.kind]
    return made.state === "failed"
      ? { transactionStatus: "ERROR", gwErrorCode: -1100, gwErrorReason, gwExtendedErrorCode }
      : {
          transactionStatus: "APPROVED",
          gwErrorCode: 0,
          gwExtendedErrorCode: 0,
          authCode: "092D34"
        }
  }
  const { decline, status } = made
  if (status === "received") {
    return { transactionStatus: "PENDING", gwErrorCode: 0, gwExtendedErrorCode: 0 }
  }
  if (decline === null) {
    return {
      transactionStatus: "APPROVED",
      gwErrorCode: 0,
      gwExtendedErrorCode: 0,
      authCode: "HOSTOK"
    }
  }
  const [code, extended, text, issuer] = refusals[decline] ?? [-1, 0, "Decline", "05"]
  return {
    transactionStatus: code === -1100 ? "ERROR" : "DECLINED",
    gwErrorCode: code,
    gwErrorReason: text,
    gwExtendedErrorCode: extended,
    ...(issuer === null ? {} : { issuerDeclineCode: issuer, issuerDeclineReason: text })
  }
}

/** Returns the amount of a transaction, and the currency of its payment. */
export const amountOf = (made: Made): readonly [amount: string, currency: string] => {
  const { currency } = "kind" in made ? made.payment : made
  const amount = "kind" in made || made.authorized === 0n ? made.amount : made.authorized
  return [majorUnits(amount, currency), currency]
}

/** Returns a transaction as getTransactionDetails does, without the issuer's code. */
export const detailsOf = (made: Made): Fields => {
  const { issuerDeclineCode: _, issuerDeclineReason: __, ...verdict } = verdictOf(made)
  const [processedAmount, processedCurrency] = amountOf(made)
  return {
    date: new Date(made.created).toISOString(),
    ...verdict,
    transactionType: typeOf(made),
    transactionId: made.id,
    ...("kind" in made ? { relatedTransactionId: made.payment.id } : {}),
    clientUniqueId: made.reference,
    processedAmount,
    processedCurrency,
    acquiringBankName: "Bank",
    isVoided: !("kind" in made) && made.status === "voided" ? 1 : 0
  }
}
