import { type NotificationFault, notificationFaults } from "../sandbox/bankPost.ts"
import { chargeThat, lookupThat, modificationThat } from "../sandbox/conduct.ts"
import type { ScriptedCall } from "../sandbox/SandboxScript.ts"
import type { Sandbox } from "../sandbox/sandbox.ts"
import { type CommitFault, commitFaults, type MortalStorage } from "./mortalStorage.ts"

const minute = 60_000
const hour = 60 * minute

const chargeFaults = {
  is_declined: () => chargeThat.isDeclined("nsf"),
  /** Declined so that the payment cascades to the next merchant account. */
  cascades: () => chargeThat.isDeclined("acquirer_refused"),
  is_not_sent: chargeThat.isNotSent,
  /** The answer comes after the engine's timeout. */
  answers_late: () => chargeThat.answersAfter(2 * minute),
  hangs: chargeThat.hangs,
  hangs_after_charging: chargeThat.hangsAfterCharging,
  throws: chargeThat.throws,
  throws_after_charging: chargeThat.throwsAfterCharging,
  /** Throws, and can be found after three minutes. */
  appears_late: () => chargeThat.appearsLate(3 * minute),
  /** Can be found after two hours, when the attempt was given up. */
  appears_very_late: () => chargeThat.appearsLate(2 * hour),
  /** Pending for an hour. */
  settles_late: () => chargeThat.settles(hour),
  declines_late: () => chargeThat.settles(hour, "nsf"),
  asks_the_payer: chargeThat.asksThePayer
}

const modificationFaults = {
  fails: () => modificationThat.fails("refused"),
  is_not_sent: modificationThat.isNotSent,
  hangs: modificationThat.hangs,
  hangs_afterwards: modificationThat.hangsAfterwards,
  throws: modificationThat.throws,
  throws_afterwards: modificationThat.throwsAfterwards,
  /** Pending for an hour. */
  settles_late: () => modificationThat.settles(hour),
  fails_late: () => modificationThat.settles(hour, "refused")
}

const holdFaults = {
  ...modificationFaults,
  finds_the_hold_expired: modificationThat.findsTheHoldExpired
}

const refundFaults = {
  ...modificationFaults,
  /** The money comes back to the merchant after an hour. */
  is_reversed: () => modificationThat.isReversedAfter(hour)
}

const lookupFaults = {
  is_unavailable: () => lookupThat.isUnavailable(),
  hangs: lookupThat.hangs,
  throws: lookupThat.throws
}

const namesOf = <Name extends string>(
  faults: Readonly<Record<Name, unknown>>
): ReadonlyArray<Name> => Object.keys(faults) as Array<Name>

/** All faults by their subject, the mildest first. */
export const faultNames = {
  charge: namesOf(chargeFaults),
  capture: namesOf(holdFaults),
  void: namesOf(holdFaults),
  refund: namesOf(refundFaults),
  increment: namesOf(holdFaults),
  lookup: namesOf(lookupFaults),
  notification: notificationFaults as ReadonlyArray<NotificationFault>,
  commit: commitFaults as ReadonlyArray<CommitFault>
}

/** The subjects of faults. */
export type FaultSubject = keyof typeof faultNames

interface FaultOf<Subject extends FaultSubject> {
  readonly of: Subject
  /** The number of the call, counted from 1 when the plan is applied. */
  readonly nth: number
  /** The number of calls that meet the fault, from `nth` on. Default: 1. */
  readonly times?: number
  readonly meets: (typeof faultNames)[Subject][number]
}

/**
 * One fault in a test.
 *
 * @example The answer to the second charge is lost, and the process dies after its third commit
 * ```ts
 * const plan: FaultPlan = [
 *   { of: "charge", nth: 2, meets: "throws_after_charging" },
 *   { of: "commit", nth: 3, meets: "dies_after" }
 * ]
 * ```
 */
export type Fault = { [Subject in FaultSubject]: FaultOf<Subject> }[FaultSubject]

/**
 * The faults of a test run. They are plain values, so a plan can be printed, kept and run again.
 */
export type FaultPlan = ReadonlyArray<Fault>

/** The sandbox and storage that a plan applies to. */
export interface FaultGround {
  /** The sandbox whose calls go wrong. */
  readonly box: Sandbox
  /** The engine's storage. Without it, a plan can't have faults of commits. */
  readonly storage?: MortalStorage<unknown, unknown>
  /**
   * Returns true for calls that are neither counted nor faulty, for example a test's own calls.
   */
  readonly spares?: (call: ScriptedCall) => boolean
}

/**
 * Applies the faults of a plan from now on, in addition to other plans. Returns a function that
 * removes the faults that have not happened yet.
 */
export const applyFaults = (plan: FaultPlan, ground: FaultGround): (() => void) => {
  const { box, storage, spares = () => false } = ground
  const { script } = box
  let isOver = false
  const nthOf =
    <Subject extends FaultSubject>(subject: Subject) =>
    (nth: number): FaultOf<Subject>["meets"] | undefined => {
      if (isOver) return undefined
      return plan.find((fault): fault is Extract<Fault, { of: Subject }> =>
        isMet(fault, subject, nth)
      )?.meets
    }
  const scripted = <Name extends string, Conduct>(
    meets: (nth: number) => Name | undefined,
    faults: Readonly<Record<Name, () => Conduct>>
  ) => {
    let count = 0
    return (call: ScriptedCall): Conduct | undefined => {
      if (spares(call)) return undefined
      count += 1
      const name = meets(count)
      return name === undefined ? undefined : faults[name]()
    }
  }
  const begin: Readonly<Record<FaultSubject, () => void>> = {
    charge: () => script.charge(scripted(nthOf("charge"), chargeFaults), always),
    capture: () => script.capture(scripted(nthOf("capture"), holdFaults), always),
    void: () => script.void(scripted(nthOf("void"), holdFaults), always),
    refund: () => script.refund(scripted(nthOf("refund"), refundFaults), always),
    increment: () => script.increment(scripted(nthOf("increment"), holdFaults), always),
    lookup: () => script.lookup(scripted(nthOf("lookup"), lookupFaults), always),
    notification: () => box.meetNotification(nthOf("notification")),
    commit: () => {
      if (storage === undefined)
        throw new Error("The plan has faults of commits: of which storage?")
      storage.meet(nthOf("commit"))
    }
  }
  for (const subject of new Set(plan.map((fault) => fault.of))) begin[subject]()
  return () => {
    isOver = true
  }
}

const always = { times: Number.POSITIVE_INFINITY }

const isMet = (fault: Fault, subject: FaultSubject, nth: number): boolean =>
  fault.of === subject && nth >= fault.nth && nth < fault.nth + (fault.times ?? 1)
