import assert from "node:assert/strict"
import type {
  CancelOutcome,
  ChargeFound,
  ChargeLookup,
  ChargeOutcome,
  ChargeReference,
  ChargeRequest,
  ModificationLookup,
  ModificationOutcome,
  ModificationRequest
} from "@payloom/core"
import { Cause, Effect, Exit, Fiber } from "effect"
import type { ProviderHarness } from "../ProviderHarness.ts"
import { mustBe, mustSay, nameOf, textOf } from "./findings.ts"
import { type Charged, chargeOf, type Kind, queryOf } from "./requests.ts"

/** Longer than any call to a provider on the same machine takes. */
const patienceMs = 10_000

/** Runs a call that must answer within a time limit. */
export const answered = async <A>(call: Effect.Effect<A>, asked: string): Promise<A> => {
  const exit = await Effect.runPromiseExit(Effect.timeoutOption(call, patienceMs))
  if (Exit.isFailure(exit)) {
    return assert.fail(`For ${asked} the connector threw ${thrownIn(exit.cause)}.`)
  }
  return exit.value._tag === "Some"
    ? exit.value.value
    : assert.fail(`For ${asked} the connector did not answer within ${patienceMs} ms.`)
}

/** Runs a call as the engine does: a thrown error is an unknown outcome. */
export const outcomeOf = <A>(
  call: Effect.Effect<A>
): Promise<A | { readonly _tag: "Unknown"; readonly reason: string }> => answerOr(call, "Unknown")

/** Runs a call as the engine does: a thrown error becomes this answer. */
export const answerOr = <A, Tag extends string>(
  call: Effect.Effect<A>,
  thrown: Tag
): Promise<A | { readonly _tag: Tag; readonly reason: string }> =>
  Effect.runPromiseExit(Effect.timeout(call, patienceMs)).then((exit) =>
    Exit.isSuccess(exit) ? exit.value : { _tag: thrown, reason: thrownIn(exit.cause) }
  )

const thrownIn = (cause: Cause.Cause<unknown>): string => String(Cause.squash(cause))

/**
 * Runs a call that the provider never answers. The call must wait. It is interrupted when the
 * condition is true.
 */
export const waitsUntil = async (
  call: Effect.Effect<unknown>,
  asked: string,
  happened: () => Promise<boolean>
): Promise<void> => {
  const waiting = await startedUntil(call, asked, happened)
  await waiting.giveUp()
  waiting.mustHaveWaited()
}

/** A call that has begun and must wait. */
export interface Waiting {
  /** Interrupts the call. */
  readonly giveUp: () => Promise<void>
  /** Fails if the call has ended, unless it was interrupted. */
  readonly mustHaveWaited: () => void
}

/**
 * Begins a call that the provider never answers, and waits until the provider has done its work.
 */
export const startedUntil = async (
  call: Effect.Effect<unknown>,
  asked: string,
  happened: () => Promise<boolean>
): Promise<Waiting> => {
  const fiber = Effect.runFork(call)
  let exit: Exit.Exit<unknown> | undefined
  const giveUp = async () => {
    exit = fiber.pollUnsafe()
    await Effect.runPromise(Fiber.interrupt(fiber))
  }
  const deadline = performance.now() + patienceMs
  while (!(await happened())) {
    if (performance.now() >= deadline) {
      await giveUp()
      assert.fail(`The provider did nothing for ${asked} within ${patienceMs} ms.`)
    }
    await sleep(5)
  }
  return {
    giveUp,
    mustHaveWaited: () => {
      if (exit === undefined) return
      const said = Exit.isSuccess(exit) ? textOf(exit.value) : `an error, ${exit.cause}`
      assert.fail(`For ${asked} the connector answered ${said}, but the provider never answered.`)
    }
  }
}

/** Waits in real time, because the connector's own timers use it too. */
export const sleep = (forMs: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, forMs))

/** Makes a charge. If the provider decides it later, waits for the decision. */
export const charge = async (
  harness: ProviderHarness,
  request: ChargeRequest
): Promise<ChargeOutcome> => {
  const outcome = await answered(harness.provider.charge(request), nameOf(request))
  if (outcome._tag !== "Pending" || !(await isDecided(harness, request))) return outcome
  const found = await lookUp(harness, request, outcome.providerReference)
  return found._tag === "Found" ? decidedAs(found, outcome) : outcome
}

/** Has a pending charge decided. Returns false if the provider decides none, or not this one. */
export const isDecided = async (
  { provider, sources, backend }: ProviderHarness,
  { reference, source }: ChargeRequest
): Promise<boolean> => {
  if (backend.decides === undefined || source === sources.pending) return false
  assert.ok(
    provider.capabilities.lookup,
    "The contract learns the decisions of backend.decides by lookups, which the connector lacks."
  )
  await backend.decides(reference)
  return true
}

/** Returns the decision of a charge as the answer to it. */
const decidedAs = (found: ChargeFound, pending: ChargeOutcome): ChargeOutcome => {
  const { state, rawCode, networkCode = null, providerReference, ...made } = found
  if (state === "declined") {
    return { _tag: "Declined", rawCode: rawCode ?? "", networkCode, providerReference }
  }
  const isMade = state === "captured" || state === "authorized"
  return isMade
    ? { ...made, _tag: "Approved", providerReference, captured: state === "captured" }
    : pending
}

/** Looks up a charge as the engine does after a lost answer. */
export const lookUp = (
  harness: ProviderHarness,
  request: ChargeRequest,
  providerReference: string | null = null
): Promise<ChargeLookup> =>
  onceItAppears(harness, () => lookUpOnce(harness, request, providerReference))

/** Looks up a charge once. It may be Absent. */
export const lookUpOnce = (
  { provider }: ProviderHarness,
  request: ChargeRequest,
  providerReference: string | null = null
): Promise<ChargeLookup> =>
  answered(provider.lookup(queryOf(request, providerReference)), lookupOf(request))

/** The longest delay after which a charge must be found. */
const mostLagMs = 1000

const onceItAppears = async <Answer extends { readonly _tag: string }>(
  { provider: { capabilities } }: ProviderHarness,
  ask: () => Promise<Answer>
): Promise<Answer> => {
  const until = performance.now() + (capabilities.settleWindowMinutes > 0 ? mostLagMs : 0)
  for (;;) {
    const answer = await ask()
    if (answer._tag !== "Absent" || performance.now() >= until) return answer
    await sleep(20)
  }
}

/** The lookup of a charge, for messages. */
export const lookupOf = ({ reference }: { readonly reference: string }): string =>
  `the lookup of ${reference}`

/** Cancels a charge. */
export const cancel = (
  { provider }: ProviderHarness,
  charge: ChargeReference
): Promise<CancelOutcome> => answered(provider.cancel(charge), cancelOf(charge))

/** The cancel of a charge, for messages. */
export const cancelOf = ({ reference }: { readonly reference: string }): string =>
  `the cancel of ${reference}`

/** Sends a capture, void or refund. */
export const modify = (
  { provider }: ProviderHarness,
  kind: Kind,
  request: ModificationRequest
): Promise<ModificationOutcome> => answered(provider[kind](request), nameOf(request))

/** Looks up a capture, void, refund or increment that was accepted. */
export const lookUpModification = (
  harness: ProviderHarness,
  kind: Kind | "increment",
  request: ModificationRequest
): Promise<ModificationLookup> =>
  onceItAppears(harness, () => lookUpModificationOnce(harness, kind, request))

/** Looks up a capture, void, refund or increment once. It may be Absent. */
export const lookUpModificationOnce = (
  { provider }: ProviderHarness,
  kind: Kind | "increment",
  { reference, charge }: ModificationRequest
): Promise<ModificationLookup> =>
  answered(
    provider.lookupModification({ kind, reference, providerReference: null, charge }),
    `the lookup of ${reference} as a ${kind}`
  )

/** The longest time until an accepted request is done, for rules that need it done. */
const mostWaitMs = 3000

/** Waits until the provider has done an accepted request. A later one may depend on it. */
export const onceDone = async (
  { backend }: ProviderHarness,
  kind: Kind,
  { reference }: ModificationRequest
): Promise<void> => {
  const until = performance.now() + mostWaitMs
  const isPending = async () =>
    (await backend.modifications(kind, reference)).some(({ state }) => state === "pending")
  while ((await isPending()) && performance.now() < until) await sleep(20)
}

/** Makes a charge that is approved. */
export const charged = async (
  harness: ProviderHarness,
  changes: Partial<ChargeRequest> = {}
): Promise<Charged> => {
  const request = chargeOf(harness, changes)
  const outcome = mustBe(await charge(harness, request), nameOf(request), "Approved")
  const { reference, mid } = request
  const { providerReference } = outcome
  mustSay(providerReference, "provider's reference", nameOf(request))
  return { request, charge: { mid, reference, providerReference } }
}
