import { Schema } from "effect"
import type { ChargeConduct } from "./conduct.ts"
import { chargeThat, type ModificationConduct, modificationThat } from "./conduct.ts"
import { sandboxAccounts } from "./sandboxAccounts.ts"
import { sandboxApmNames } from "./sandboxMethods.ts"
import { testCardNames } from "./testCards.ts"

/**
 * The name under which the bank knows a charge's source, never a number. It is the name of a test
 * card, also if the card is in a wallet, the name of an alternative method, or a name for other
 * cards and wallets.
 */
export const CardName = Schema.Literals([
  ...testCardNames,
  "unlisted",
  "wallet",
  ...sandboxApmNames
])
export type CardName = typeof CardName.Type

/** The circumstances that a card's behavior can depend on. */
export interface ChargeCircumstances {
  /** The account's credentials. */
  readonly account: string
  /** True if the charge has a 3DS authentication. */
  readonly authenticated: boolean
  /** True if the card's network token is charged. */
  readonly byNetworkToken: boolean
  /** The requested amount in minor units. */
  readonly amount: bigint
  /** True if the payment accepts an approval of a part of the amount. */
  readonly acceptsPart: boolean
}

type CardRow = ChargeConduct | ((circumstances: ChargeCircumstances) => ChargeConduct)

const second = 1_000
const minute = 60 * second

const approved = chargeThat.isApproved()

/** Returns this conduct on the primary account. Other accounts approve. */
const onPrimary =
  (conduct: ChargeConduct): CardRow =>
  ({ account }) =>
    account === sandboxAccounts.primary ? conduct : approved

/** Returns this conduct without an authentication. With one, the charge is approved. */
const unauthenticated =
  (conduct: ChargeConduct): CardRow =>
  ({ authenticated }) =>
    authenticated ? approved : conduct

/** Approves the smaller half of the amount, or declines if no part is accepted. */
const halfApproved = ({ amount, acceptsPart }: ChargeCircumstances): ChargeConduct =>
  acceptsPart && amount > 1n
    ? chargeThat.isApprovedWithSurplus(amount / 2n - amount)
    : chargeThat.isDeclined("nsf")

const charges: Readonly<Partial<Record<CardName, CardRow>>> = {
  insufficient_funds: chargeThat.isDeclined("nsf"),
  card_declined: chargeThat.isDeclined("generic_decline"),
  fraud: chargeThat.isDeclined("suspected_fraud"),
  lost_card: chargeThat.isDeclined("lost_card"),
  stolen_card: chargeThat.isDeclined("stolen_card"),
  do_not_honor: chargeThat.isDeclined("do_not_honor"),
  expired_card: chargeThat.isDeclined("expired_card"),
  invalid_card: chargeThat.isDeclined("no_such_card"),
  incorrect_cvc: chargeThat.isDeclined("cvc_mismatch"),
  limit_exceeded: chargeThat.isDeclined("over_limit"),
  issuer_unavailable: chargeThat.isDeclined("issuer_down"),
  processing_error: chargeThat.isDeclined("system_error"),
  currency_not_supported: chargeThat.isDeclined("card_currency"),
  authentication_failed: chargeThat.isDeclined("sca_failed"),
  unmapped_decline: chargeThat.isDeclined("unheard_of"),

  cascade: onPrimary(chargeThat.isDeclined("acquirer_refused")),
  cascade_exhausted: chargeThat.isDeclined("acquirer_refused"),
  network_never: chargeThat.isDeclined("acquirer_refused", "never"),
  approved_in_part: halfApproved,
  network_token_refused: ({ byNetworkToken }) =>
    byNetworkToken ? chargeThat.isDeclined("token_refused") : approved,
  network_later: chargeThat.isDeclined("acquirer_refused", "later"),
  network_fix: chargeThat.isDeclined("acquirer_refused", "fix"),
  not_sent: onPrimary(chargeThat.isNotSent()),
  not_sent_anywhere: chargeThat.isNotSent(),
  authentication_required: unauthenticated(chargeThat.asksThePayer()),
  step_up: unauthenticated(chargeThat.isDeclined("sca_required")),

  timeout_charged: chargeThat.hangsAfterCharging(),
  timeout_not_charged: chargeThat.hangs(),
  lost_answer: chargeThat.throwsAfterCharging(),
  late_charge: chargeThat.appearsLate(3 * minute),
  pending: chargeThat.settles(10 * second),
  pending_declined: chargeThat.settles(10 * second, "nsf"),
  slow: chargeThat.answersAfter(2 * second),
  wrong_amount: chargeThat.isApprovedWithSurplus(1n),

  sandbox_bank: chargeThat.asksThePayer(),
  sandbox_voucher: chargeThat.givesInstructions(),
  sandbox_transfer: chargeThat.settles(3 * second),
  sandbox_debit: chargeThat.settles(3 * second),
  sandbox_app: chargeThat.asksByScript()
}

/** Returns the behavior of a charge of a card. It is approved if its row says nothing else. */
export const chargeConductOf = (
  card: CardName,
  circumstances: ChargeCircumstances
): ChargeConduct => {
  const row = charges[card] ?? approved
  return typeof row === "function" ? row(circumstances) : row
}

/** The kind of a modification. */
export type ModificationKind = "capture" | "void" | "refund" | "increment"

const modifications: Readonly<
  Record<ModificationKind, Readonly<Partial<Record<CardName, ModificationConduct>>>>
> = {
  capture: {
    capture_fails: modificationThat.fails("capture_refused"),
    hold_expired: modificationThat.findsTheHoldExpired(),
    capture_timeout_done: modificationThat.hangsAfterwards(),
    capture_timeout_not_done: modificationThat.hangsOnce()
  },
  void: {
    void_fails: modificationThat.fails("void_refused"),
    void_timeout_done: modificationThat.hangsAfterwards(),
    void_timeout_not_done: modificationThat.hangsOnce()
  },
  refund: {
    refund_fails: modificationThat.fails("refund_refused"),
    refund_pending: modificationThat.settles(10 * second),
    refund_pending_fails: modificationThat.settles(10 * second, "refund_refused"),
    refund_reversed: modificationThat.isReversedAfter(60 * second),
    refund_timeout_done: modificationThat.hangsAfterwards(),
    refund_timeout_not_done: modificationThat.hangsOnce()
  },
  increment: { increment_declined: modificationThat.fails("nsf") }
}

const succeeds = modificationThat.succeeds()

/**
 * Returns the behavior of a capture, void, refund or increment of a card's charge. The bank's rules
 * come first.
 */
export const modificationConductOf = (
  kind: ModificationKind,
  card: CardName
): ModificationConduct => modifications[kind][card] ?? succeeds
