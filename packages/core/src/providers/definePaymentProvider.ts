import { Effect, Option, Predicate, Schema } from "effect"
import { reasonOf } from "../kernel/logging/reasonOf.ts"
import type { Millis } from "../kernel/primitives/Timestamp.ts"
import { absentCalls } from "./absentCalls.ts"
import { ChangeListing, type ChangesQuery } from "./ChangeListing.ts"
import { CancelOutcome, ChargeLookup, type ChargeNotSent, ChargeOutcome } from "./ChargeOutcome.ts"
import type { ChargeSource } from "./ChargeSource.ts"
import { latenessOf, pastDeadline } from "./callProvider.ts"
import { classifyHttpFailure, type HttpFailure } from "./classifyHttpFailure.ts"
import {
  type DisputeAtProvider,
  EvidenceForms,
  EvidenceOutcome,
  type EvidenceRequest
} from "./DisputeEvidence.ts"
import type { DeclineTable } from "./declineTable.ts"
import { ModificationLookup, ModificationOutcome } from "./ModificationOutcome.ts"
import type {
  ChargeQuery,
  ChargeReference,
  ChargeRequest,
  KnownCharge,
  MidAccount,
  ModificationQuery,
  ModificationRequest,
  PaymentProvider,
  ResumeRequest
} from "./PaymentProvider.ts"
import type { ProviderCapabilities } from "./ProviderCapabilities.ts"
import type { ProviderNotification, RawNotification } from "./ProviderNotification.ts"

/** The second argument of each call. */
export interface ProviderCall {
  /**
   * Aborted when a lookup has timed out, because the lookup will be repeated. A charge that is late
   * is not aborted: the engine still uses its answer.
   */
  readonly signal: AbortSignal
  /**
   * Returns true if `sendBefore` has passed by the engine's clock. Then the call must not be sent.
   * The engine checks this before it calls your function, so check again only if the function waits
   * for something before it sends. Lookups and cancellations are never late.
   *
   * @example
   * const token = await tokenOf(mid)
   * if (isLate()) return { _tag: "NotSent", reason: "The access token came too late." }
   */
  readonly isLate: () => boolean
}

type Answering<Input, A> = (input: Input, call: ProviderCall) => Promise<A> | A

/** A provider whose functions return promises. */
export interface PaymentProviderDefinition {
  /** 1 to 40 lower-case letters, digits, `-` or `_`. Merchant accounts refer to it. */
  readonly name: string
  /** The modes that the provider serves. `test` if absent. */
  readonly environment?: PaymentProvider["environment"]
  /** The capabilities of the provider. */
  readonly capabilities: ProviderCapabilities
  /** The meanings of the provider's own decline codes. Empty if absent. */
  readonly declines?: DeclineTable
  /** Charges or holds money, once per reference. */
  readonly charge: Answering<ChargeRequest, ChargeOutcome>
  /** Looks a charge up. Required if the capabilities have `lookup`. */
  readonly lookup?: Answering<ChargeQuery, ChargeLookup>
  /** Completes a charge after its payer came back, for providers that need this call. */
  readonly resume?: Answering<ResumeRequest, ChargeOutcome>
  /** Cancels a charge, for providers that send payers away. If absent, nothing is canceled. */
  readonly cancel?: Answering<ChargeReference, CancelOutcome>
  /** Captures a held charge, or a part of it. Required if the capabilities have `manualCapture`. */
  readonly capture?: Answering<ModificationRequest, ModificationOutcome>
  /** Voids a held charge. Required if the capabilities have `manualCapture`. */
  readonly void?: Answering<ModificationRequest, ModificationOutcome>
  /** Refunds captured money, or a part of it. Required if the capabilities have `refunds`. */
  readonly refund?: Answering<ModificationRequest, ModificationOutcome>
  /**
   * Raises the amount of a hold to a new total. Required if the capabilities have
   * `incrementalAuthorization`.
   */
  readonly increment?: Answering<ModificationRequest, ModificationOutcome>
  /** Looks up a capture, void, refund or increment. Required for `lookup` if there are any. */
  readonly lookupModification?: Answering<ModificationQuery, ModificationLookup>
  /**
   * Lists the charges and refunds that were made since a time, and the disputes that may have
   * changed since. If absent, charges that a restored store lacks have to be found by hand.
   */
  readonly listChanges?: Answering<ChangesQuery, ChangeListing>
  /** The evidence against disputes. If absent, it is submitted in the provider's dashboard. */
  readonly evidence?: {
    /** Returns the evidence that a dispute takes now. */
    readonly forms: Answering<DisputeAtProvider, EvidenceForms>
    /** Submits evidence: the same evidence once, however often it is sent. */
    readonly submit: Answering<EvidenceRequest, EvidenceOutcome>
  }
  /**
   * Returns true if an account can charge a source. If absent, every account can. Synchronous and
   * pure.
   */
  readonly canCharge?: (source: ChargeSource, mid: MidAccount) => boolean
  /** Returns the texts of a charge that the provider can't take as they are. Pure. */
  readonly changedDetails?: NonNullable<PaymentProvider["changedDetails"]>
  /**
   * Reads a request from the provider. Returns null if its signature is not valid. If absent, no
   * notification is accepted.
   */
  readonly readNotification?: (
    mid: MidAccount,
    notification: RawNotification,
    known: {
      /** Returns the charge by our attempt id, or null if the account has no such attempt. */
      readonly attempt: (reference: string) => Promise<KnownCharge | null>
    }
  ) =>
    | Promise<ReadonlyArray<ProviderNotification> | null>
    | ReadonlyArray<ProviderNotification>
    | null
}

/**
 * Creates a provider from functions that return promises. They are not called after `sendBefore`:
 * the answer is `NotSent` then. Thrown errors are classified by `classifyHttpFailure`: `NotSent` if
 * the request provably never left, `AccountUnavailable` if the account was refused, otherwise
 * `Unknown`. An answer that the port doesn't define is `Unknown` too. A function may also throw the
 * result of `classifyHttpFailure`. In a lookup or a cancellation it becomes the reason of the
 * failure.
 *
 * @example
 * const ask = async (path: string, init: RequestInit) => {
 *   const response = await fetch(`${base}${path}`, init)
 *   const failure = classifyHttpFailure(response)
 *   if (failure !== null) throw failure
 *   return response.json()
 * }
 * const bank = definePaymentProvider({
 *   name: "bank",
 *   capabilities,
 *   charge: async (request, { signal }) =>
 *     outcomeOf(await ask("/charges", { method: "POST", body: bodyOf(request), signal }))
 * })
 */
export const definePaymentProvider = (definition: PaymentProviderDefinition): PaymentProvider => {
  const { name, capabilities, lookup, resume, cancel, canCharge, changedDetails } = definition
  const { lookupModification, increment, listChanges, evidence, readNotification } = definition
  const modifying = (call: string, own: Answering<ModificationRequest, ModificationOutcome>) =>
    unlessLate(calling(call, own, isModificationOutcome, failureOf))
  const modify = (kind: "capture" | "void" | "refund"): PaymentProvider["capture"] => {
    const own = definition[kind]
    return own === undefined ? absentCalls[kind] : modifying(kind, own)
  }
  return {
    name,
    environment: definition.environment ?? "test",
    capabilities,
    declines: definition.declines ?? { version: 1, meanings: {} },
    charge: unlessLate(calling("charge", definition.charge, isChargeOutcome, failureOf)),
    lookup:
      lookup === undefined
        ? absentCalls.lookup
        : calling("lookup", lookup, isChargeLookup, unavailable),
    ...(resume === undefined
      ? {}
      : { resume: unlessLate(calling("resume", resume, isChargeOutcome, failureOf)) }),
    ...(canCharge === undefined ? {} : { canCharge }),
    ...(changedDetails === undefined ? {} : { changedDetails }),
    cancel:
      cancel === undefined
        ? absentCalls.cancel
        : calling("cancel", cancel, isCancelOutcome, notCanceled),
    capture: modify("capture"),
    void: modify("void"),
    refund: modify("refund"),
    ...(increment === undefined
      ? {}
      : {
          increment: modifying("increment", increment)
        }),
    lookupModification:
      lookupModification === undefined
        ? absentCalls.lookupModification
        : calling("lookupModification", lookupModification, isModificationLookup, unavailable),
    ...(listChanges === undefined
      ? {}
      : { listChanges: calling("listChanges", listChanges, isChangeListing, unavailable) }),
    ...(evidence === undefined
      ? {}
      : {
          evidence: {
            forms: calling("evidence.forms", evidence.forms, isEvidenceForms, unavailable),
            submit: calling("evidence.submit", evidence.submit, isEvidenceOutcome, failureOf)
          }
        }),
    readNotification:
      readNotification === undefined
        ? absentCalls.readNotification
        : notificationsOf(readNotification)
  }
}

const isChargeOutcome = Schema.is(ChargeOutcome)
const isChargeLookup = Schema.is(ChargeLookup)
const isCancelOutcome = Schema.is(CancelOutcome)
const isModificationOutcome = Schema.is(ModificationOutcome)
const isChangeListing = Schema.is(ChangeListing)
const isEvidenceForms = Schema.is(EvidenceForms)
const isEvidenceOutcome = Schema.is(EvidenceOutcome)
const isModificationLookup = Schema.is(ModificationLookup)
const { AccountUnavailable, NotSent, Unknown } = ChargeOutcome.cases
const isHttpFailure = Schema.is(Schema.Union([AccountUnavailable, NotSent, Unknown]))

const unavailable = ({ reason }: HttpFailure) => ({ _tag: "Unavailable", reason }) as const
const notCanceled = ({ reason }: HttpFailure) => ({ _tag: "NotCanceled", reason }) as const
const failureOf = (failure: HttpFailure): HttpFailure => failure

/** Calls a function of the connector. Turns a thrown error or an invalid answer into a failure. */
const calling =
  <Input, A>(
    call: string,
    own: Answering<Input, A>,
    isAnswer: (answer: unknown) => boolean,
    failed: (failure: HttpFailure) => A
  ) =>
  (input: Input, isLate: ProviderCall["isLate"] = () => false): Effect.Effect<A> =>
    Effect.suspend(() => {
      const controller = new AbortController()
      const { signal } = controller
      const result = Effect.try({ try: () => own(input, { signal, isLate }), catch: asThrown })
      return Effect.matchEffect(
        Effect.flatMap(result, (answer) => awaitAnswer(answer, controller)),
        {
          onFailure: (thrown) => Effect.succeed(failed(thrownAs(thrown))),
          onSuccess: (answer) =>
            Effect.succeed(
              isAnswer(answer)
                ? answer
                : failed({
                    _tag: "Unknown",
                    reason: `${call} answered with an unknown value.`
                  })
            )
        }
      )
    })

/** Waits for a promise. A plain value is returned at once. */
const awaitAnswer = <A>(answer: Promise<A> | A, controller: AbortController) =>
  Predicate.isPromiseLike(answer)
    ? Effect.onInterrupt(
        Effect.tryPromise({ try: () => Promise.resolve(answer), catch: asThrown }),
        () => Effect.sync(() => controller.abort())
      )
    : Effect.succeed(answer)

const asThrown = (thrown: unknown): unknown => thrown

/** Skips a call whose `sendBefore` has passed. */
const unlessLate = <Input extends { readonly sendBefore: Millis }, A>(
  call: (input: Input, isLate: ProviderCall["isLate"]) => Effect.Effect<A>
) =>
  Effect.fnUntraced(function* (input: Input): Effect.fn.Return<A | ChargeNotSent> {
    const isLate = yield* latenessOf(input.sendBefore)
    return isLate() ? { _tag: "NotSent", reason: pastDeadline } : yield* call(input, isLate)
  })

/** Classifies a thrown error. The status of an unread response, such as 402, leaves it unknown. */
const thrownAs = (thrown: unknown): HttpFailure =>
  isHttpFailure(thrown)
    ? thrown
    : (classifyHttpFailure(thrown) ?? {
        _tag: "Unknown",
        reason: reasonOf(thrown)
      })

const notificationsOf =
  (
    read: NonNullable<PaymentProviderDefinition["readNotification"]>
  ): PaymentProvider["readNotification"] =>
  (mid, notification, known) =>
    Effect.map(
      Effect.promise(() =>
        Promise.resolve(
          read(mid, notification, {
            attempt: (reference) =>
              Effect.runPromise(Effect.map(known.attempt(reference), Option.getOrNull))
          })
        )
      ),
      Option.fromNullOr
    )
