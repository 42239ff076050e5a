import {
  type BankCharge,
  type BankModification,
  type BankReturns,
  type ModificationResult,
  modificationAt,
  payerHasUntil,
  standingAt
} from "./bankCharge.ts"
import type {
  BankCommand,
  ChargeCommand,
  DisputeCommand,
  ModifyCommand,
  ReissueCommand,
  ReturnCommand
} from "./bankCommands.ts"
import { refusalToTakeBack } from "./bankSplits.ts"
import type { ModificationVerdict } from "./conduct.ts"
import { DisputeBooks } from "./DisputeBooks.ts"

const keyOf = (...parts: ReadonlyArray<string>): string => parts.join("\n")

/** Each later charge or modification under the same reference gets a bank reference of its own. */
const bankReference = (prefix: string, reference: string, earlier: number): string =>
  earlier === 0 ? `${prefix}_${reference}` : `${prefix}_${reference}_${earlier + 1}`

const refused = (rawCode: string): ModificationResult => ({ _tag: "AccountUnavailable", rawCode })

/**
 * Returns the code with which the bank refuses a change of a hold, or undefined if it allows it.
 */
const refusalToSettle = (charge: BankCharge, command: ModifyCommand, now: number) => {
  const { state, authorized, captured, holdsRest, isChanging } = standingAt(charge, now)
  if (state === "expired") return { _tag: "HoldExpired" } as const
  if ((state === "captured" || state === "refunded") && !(holdsRest && command.kind !== "void")) {
    return refused("already_captured")
  }
  if (state === "voided") return refused("already_voided")
  if (state !== "authorized" && !holdsRest) return refused("not_authorized")
  if (isChanging) return refused("change_in_progress")
  if (command.kind === "void") return undefined
  if (command.kind === "increment") {
    return command.amount > authorized ? undefined : refused("amount_not_higher")
  }
  const isHeld = command.amount <= authorized - captured
  const isWithin = isHeld || command.amount <= charge.capturableUpTo - captured
  return isWithin && command.amount > 0n ? undefined : refused("amount_exceeds_authorized")
}

/** Returns the code with which the bank refuses a refund, or undefined if it allows it. */
const refusalToRefund = (charge: BankCharge, command: ModifyCommand, now: number) => {
  const { state, captured, refunded, refunding } = standingAt(charge, now)
  if (state !== "captured" && state !== "refunded") return refused("not_captured")
  const isWithin = command.amount > 0n && command.amount <= captured - refunded - refunding
  if (!isWithin) return refused("amount_exceeds_captured")
  const code = refusalToTakeBack(charge, command, now)
  return code === undefined ? undefined : refused(code)
}

const resultOf = (verdict: ModificationVerdict, now: number): ModificationResult => {
  switch (verdict._tag) {
    case "CarryOut": {
      const { reversesAfterMs } = verdict
      return { _tag: "Done", reversesAt: reversesAfterMs === null ? null : now + reversesAfterMs }
    }
    case "Refuse":
      return refused(verdict.rawCode)
    case "ExpireHold":
      return { _tag: "HoldExpired" }
    case "Settle":
      return { _tag: "Settling", at: now + verdict.afterMs, fails: verdict.fails }
  }
}

/**
 * The state of the bank. The same commands in the same order make the same books in every process.
 * A repeated account and reference is the same charge for the time in its command, and a new
 * charge after that.
 */
export class BankBooks {
  readonly #charges = new Map<string, Array<BankCharge>>()
  readonly #byProviderReference = new Map<string, BankCharge>()
  readonly #modifications = new Map<string, Array<BankModification>>()
  readonly #lost = new Set<string>()
  readonly #challenges = new Map<string, boolean>()
  readonly #reissued = new Map<string, ReissueCommand["becomes"]>()
  /** The disputes of all charges. */
  readonly disputeBooks = new DisputeBooks()
  /** The time of the books never goes back, although the clocks of processes differ. */
  #latest = Number.NEGATIVE_INFINITY

  /** Returns the later of a time and the last command's time. */
  timeAt(now: number): number {
    return Math.max(now, this.#latest)
  }

  /**
   * Applies a command. Returns true as `isRepeat` if it repeated an earlier command and changed
   * nothing.
   */
  apply(command: BankCommand): { readonly isRepeat: boolean } {
    this.#latest = this.timeAt(command.at)
    switch (command._tag) {
      case "Charge":
        return { isRepeat: this.#charge(command, this.#latest) }
      case "Modify":
        return { isRepeat: this.#modify(command, this.#latest) }
      case "Lose":
        this.#lost.add(keyOf(command.account, command.kind, command.reference))
        return { isRepeat: false }
      case "AnswerChallenge":
        if (!this.#challenges.has(command.reference)) {
          this.#challenges.set(command.reference, command.passed)
        }
        return { isRepeat: false }
      case "Dispute":
        this.disputeBooks.move(command)
        return { isRepeat: false }
      case "Evidence":
        return { isRepeat: this.disputeBooks.takeEvidence(command) }
      case "Return":
        this.#return(command, this.#latest)
        return { isRepeat: false }
      case "Reissue":
        this.#reissued.set(command.card, command.becomes)
        return { isRepeat: false }
      case "Answer": {
        const charge = this.chargeByProvider(command.account, command.providerReference)
        const isWaiting =
          charge?.verdict._tag === "AskPayer" &&
          charge.answered === null &&
          (this.#latest < payerHasUntil(charge) ||
            // A payer with instructions may send the money when it is too late.
            (charge.verdict.instructions && command.rawCode === null))
        if (isWaiting) charge.answered = { at: this.#latest, rawCode: command.rawCode }
        return { isRepeat: !isWaiting }
      }
    }
  }

  #charge(command: ChargeCommand, now: number): boolean {
    const key = keyOf(command.account, command.reference)
    const earlier = this.#charges.get(key) ?? []
    const last = earlier.at(-1)
    if (last !== undefined && now < last.madeAt + command.dedupeMs) return true
    const { verdict, amount } = command
    const surplus = verdict._tag === "Approve" && amount > 0n ? verdict.surplus : 0n
    const charge: BankCharge = {
      account: command.account,
      reference: command.reference,
      origin: command.origin ?? null,
      providerReference: bankReference("ch", command.reference, earlier.length),
      card: command.card,
      amount: amount + surplus,
      currency: command.currency,
      capture: command.capture,
      returnUrl: command.returnUrl ?? null,
      verdict,
      madeAt: now,
      appearsAt: verdict._tag === "Approve" ? now + verdict.appearsAfterMs : now,
      holdMs: command.holdMs,
      splits: command.splits ?? [],
      capturableUpTo: command.capturableUpTo ?? 0n,
      savesMethod: command.savesMethod ?? false,
      answered: null,
      holdEndedAt: null,
      returns: { times: 0, at: now, rawCode: null },
      modifications: []
    }
    this.#charges.set(key, [...earlier, charge])
    this.#byProviderReference.set(keyOf(charge.account, charge.providerReference), charge)
    return false
  }

  #modify(command: ModifyCommand, now: number): boolean {
    const key = keyOf(command.account, command.kind, command.reference)
    const earlier = this.#modifications.get(key) ?? []
    const last = earlier.at(-1)
    if (last !== undefined && now < last.madeAt + command.dedupeMs) return true
    const charge = this.#chargeOf(command, now)
    const modification: BankModification = {
      kind: command.kind,
      account: command.account,
      reference: command.reference,
      providerReference: bankReference(command.kind, command.reference, earlier.length),
      charge: command.charge.reference,
      amount: command.amount,
      currency: command.currency,
      madeAt: now,
      isAtDesk: command.isAtDesk ?? false,
      keepsRest: command.keepsRest ?? false,
      reversesSplits: command.reversesSplits ?? false,
      splits: command.splits ?? [],
      returns: { times: 0, at: now, rawCode: null },
      result:
        charge === undefined
          ? refused("no_such_charge")
          : (this.#refusal(charge, command, now) ?? resultOf(command.verdict, now))
    }
    this.#modifications.set(key, [...earlier, modification])
    charge?.modifications.push(modification)
    if (charge !== undefined && modification.result._tag === "HoldExpired") {
      charge.holdEndedAt ??= now
    }
    return false
  }

  #return({ account, charge: reference, capture, rawCode }: ReturnCommand, now: number): void {
    const charge = this.charge(account, reference)
    if (charge === undefined) return
    const after = ({ times }: BankReturns): BankReturns => ({ times: times + 1, at: now, rawCode })
    if (capture === undefined) charge.returns = after(charge.returns)
    // Nothing more can be captured from what was taken back.
    else charge.holdEndedAt ??= now
    for (const made of charge.modifications) {
      const isTaken =
        made.returns.rawCode !== null || modificationAt(made, now).state === "succeeded"
      const isMeant = capture === undefined || made.reference === capture
      if (made.kind === "capture" && isTaken && isMeant) made.returns = after(made.returns)
    }
  }

  /** Both references must name the same charge. Otherwise the caller has confused them. */
  #chargeOf(command: ModifyCommand, now: number): BankCharge | undefined {
    const { reference, providerReference } = command.charge
    const charge = this.chargeByProvider(command.account, providerReference)
    return charge?.reference === reference && charge.appearsAt <= now ? charge : undefined
  }

  #refusal(charge: BankCharge, command: ModifyCommand, now: number) {
    if (charge.currency !== command.currency) return refused("currency_mismatch")
    return command.kind === "refund"
      ? refusalToRefund(charge, command, now)
      : refusalToSettle(charge, command, now)
  }

  /** Returns the last charge under one of our references. */
  charge(account: string, reference: string): BankCharge | undefined {
    return this.#charges.get(keyOf(account, reference))?.at(-1)
  }

  chargeByProvider(account: string, providerReference: string): BankCharge | undefined {
    return this.#byProviderReference.get(keyOf(account, providerReference))
  }

  /** Returns the last modification of a kind under one of our references. */
  modification(account: string, kind: string, reference: string): BankModification | undefined {
    return this.#modifications.get(keyOf(account, kind, reference))?.at(-1)
  }

  /** Returns a modification by the bank's reference. */
  modificationByProvider(
    account: string,
    kind: string,
    providerReference: string
  ): BankModification | undefined {
    return this.modifications().find(
      (made) =>
        made.account === account &&
        made.kind === kind &&
        made.providerReference === providerReference
    )
  }

  /** Returns true if a challenge was passed, or undefined if the payer has not answered. */
  challengePassed(reference: string): boolean | undefined {
    return this.#challenges.get(reference)
  }

  /** Returns the card that replaced a test card, or undefined if it was never reissued. */
  reissued(card: string): ReissueCommand["becomes"] | undefined {
    let newest = this.#reissued.get(card)
    const met = new Set([card])
    while (newest !== undefined && !met.has(newest.card)) {
      met.add(newest.card)
      newest = this.#reissued.get(newest.card) ?? newest
    }
    return newest
  }

  hasLost(account: string, kind: string, reference: string): boolean {
    return this.#lost.has(keyOf(account, kind, reference))
  }

  charges(): ReadonlyArray<BankCharge> {
    return [...this.#charges.values()].flat()
  }

  /** Returns the steps of all disputes, in order. */
  disputes(): ReadonlyArray<DisputeCommand> {
    return this.disputeBooks.steps()
  }

  modifications(): ReadonlyArray<BankModification> {
    return [...this.#modifications.values()].flat()
  }
}
