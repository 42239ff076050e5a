import { Effect, Option, Predicate, Schema } from "effect"
import type { Millis } from "../kernel/primitives/Timestamp.ts"
import { absentCalls } from "./absentCalls.ts"
import { CancelOutcome, ChargeLookup, type ChargeNotSent, ChargeOutcome } from "./ChargeOutcome.ts"
import type { ChargeSource } from "./ChargeSource.ts"
import { latenessOf, pastDeadline } from "./callProvider.ts"
import { classifyHttpFailure, type HttpFailure } from "./classifyHttpFailure.ts"
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
  ProviderCapabilities,
  ResumeRequest
} from "./PaymentProvider.ts"
import type { ProviderNotification, RawNotification } from "./ProviderNotification.ts"

/** What a call is given beside what it is to do. */
export interface ProviderCall {
  /**
   * Aborted once nobody listens any more: where a lookup was not answered in time, for it is made
   * again. A charge that is merely late is listened to all the same.
   */
  readonly signal: AbortSignal
  /**
   * Whether `sendBefore` has passed, by the engine's clock: then it must not be sent any more. That
   * was looked at before the function was called, so only one that waits for something before it
   * sends has to look again. What only asks or gives up is never late.
   *
   * @example
   * const token = await tokenOf(mid)
   * if (isLate()) return { _tag: "NotSent", reason: "The access token came too late." }
   */
  readonly isLate: () => boolean
}

type Answering<Input, A> = (input: Input, call: ProviderCall) => Promise<A> | A

/** A provider as its connector writes it, in promises. */
export interface PaymentProviderDefinition {
  /** 1 to 40 lower-case letters, digits, `-` or `_`; merchant accounts name it. */
  readonly name: string
  /** Which modes it serves; `test` where nothing is said. */
  readonly environment?: PaymentProvider["environment"]
  /** What it can do. */
  readonly capabilities: ProviderCapabilities
  /** What its own decline codes mean; none are known without it. */
  readonly declines?: DeclineTable
  /** Charges, or holds, once per reference. */
  readonly charge: Answering<ChargeRequest, ChargeOutcome>
  /** What became of a charge; for providers whose capabilities say `lookup`. */
  readonly lookup?: Answering<ChargeQuery, ChargeLookup>
  /** For providers that want to be told when a payer is back. */
  readonly resume?: Answering<ResumeRequest, ChargeOutcome>
  /** For providers that send payers away; without it nothing is given up. */
  readonly cancel?: Answering<ChargeReference, CancelOutcome>
  /** Takes what a charge holds, or less of it; for providers that hold. */
  readonly capture?: Answering<ModificationRequest, ModificationOutcome>
  /** Gives back what a charge holds; for providers that hold. */
  readonly void?: Answering<ModificationRequest, ModificationOutcome>
  /** Gives back what was captured, or less of it; for providers that refund. */
  readonly refund?: Answering<ModificationRequest, ModificationOutcome>
  /** What became of a capture, void or refund; for those whose capabilities say `lookup`. */
  readonly lookupModification?: Answering<ModificationQuery, ModificationLookup>
  /** Whether an account can be charged by a source; all can without it. At once and pure. */
  readonly canCharge?: (source: ChargeSource, mid: MidAccount) => boolean
  /** Returns the texts that the provider is told otherwise than they were given. Pure. */
  readonly changedDetails?: NonNullable<PaymentProvider["changedDetails"]>
  /**
   * What a request from the provider tells; null where its signature doesn't hold. Without it none
   * is taken.
   */
  readonly readNotification?: (
    mid: MidAccount,
    notification: RawNotification,
    known: {
      /** How a charge was asked for, by our attempt id; null where the account has no such. */
      readonly attempt: (reference: string) => Promise<KnownCharge | null>
    }
  ) =>
    | Promise<ReadonlyArray<ProviderNotification> | null>
    | ReadonlyArray<ProviderNotification>
    | null
}

/**
 * A provider written in promises. Past `sendBefore` its functions aren't called: nothing was sent
 * then. What one throws is judged by `classifyHttpFailure`: a `fetch` that provably never left is
 * `NotSent`, everything else `Unknown`, as is an answer that is none of the port's. What
 * `classifyHttpFailure` answered may be thrown itself; of a lookup or a cancel it says why these
 * can't tell.
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
  const { lookupModification, readNotification } = definition
  const modify = (kind: "capture" | "void" | "refund"): PaymentProvider["capture"] => {
    const own = definition[kind]
    return own === undefined
      ? absentCalls[kind]
      : inTime(calling(kind, own, isModificationOutcome, failureOf))
  }
  return {
    name,
    environment: definition.environment ?? "test",
    capabilities,
    declines: definition.declines ?? { version: 1, meanings: {} },
    charge: inTime(calling("charge", definition.charge, isChargeOutcome, failureOf)),
    lookup:
      lookup === undefined
        ? absentCalls.lookup
        : calling("lookup", lookup, isChargeLookup, unavailable),
    ...(resume === undefined
      ? {}
      : { resume: inTime(calling("resume", resume, isChargeOutcome, failureOf)) }),
    ...(canCharge === undefined ? {} : { canCharge }),
    ...(changedDetails === undefined ? {} : { changedDetails }),
    cancel:
      cancel === undefined
        ? absentCalls.cancel
        : calling("cancel", cancel, isCancelOutcome, notCanceled),
    capture: modify("capture"),
    void: modify("void"),
    refund: modify("refund"),
    lookupModification:
      lookupModification === undefined
        ? absentCalls.lookupModification
        : calling("lookupModification", lookupModification, isModificationLookup, unavailable),
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
const isModificationLookup = Schema.is(ModificationLookup)
const { AccountUnavailable, NotSent, Unknown } = ChargeOutcome.cases
const isHttpFailure = Schema.is(Schema.Union([AccountUnavailable, NotSent, Unknown]))

const unavailable = ({ reason }: HttpFailure) => ({ _tag: "Unavailable", reason }) as const
const notCanceled = ({ reason }: HttpFailure) => ({ _tag: "NotCanceled", reason }) as const
const failureOf = (failure: HttpFailure): HttpFailure => failure

/** Calls a function of the connector's; what it throws, and what is no answer, becomes one. */
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
      const said = Effect.try({ try: () => own(input, { signal, isLate }), catch: asThrown })
      return Effect.matchEffect(
        Effect.flatMap(said, (answer) => whenItIsThere(answer, controller)),
        {
          onFailure: (thrown) => Effect.succeed(failed(thrownAs(thrown))),
          onSuccess: (answer) =>
            Effect.succeed(
              isAnswer(answer)
                ? answer
                : failed({
                    _tag: "Unknown",
                    reason: `${call} answered what the port doesn't know.`
                  })
            )
        }
      )
    })

/** What is no promise is there at once. */
const whenItIsThere = <A>(answer: Promise<A> | A, controller: AbortController) =>
  Predicate.isPromiseLike(answer)
    ? Effect.onInterrupt(
        Effect.tryPromise({ try: () => Promise.resolve(answer), catch: asThrown }),
        () => Effect.sync(() => controller.abort())
      )
    : Effect.succeed(answer)

const asThrown = (thrown: unknown): unknown => thrown

/** A call that is not made any more once it must not be sent. */
const inTime = <Input extends { readonly sendBefore: Millis }, A>(
  call: (input: Input, isLate: ProviderCall["isLate"]) => Effect.Effect<A>
) =>
  Effect.fnUntraced(function* (input: Input): Effect.fn.Return<A | ChargeNotSent> {
    const isLate = yield* latenessOf(input.sendBefore)
    return isLate() ? { _tag: "NotSent", reason: pastDeadline } : yield* call(input, isLate)
  })

/** A thrown error with a status that is an answer somewhere is none here: nobody read its body. */
const thrownAs = (thrown: unknown): HttpFailure =>
  isHttpFailure(thrown)
    ? thrown
    : (classifyHttpFailure(thrown) ?? {
        _tag: "Unknown",
        reason: thrown instanceof Error ? thrown.message : String(thrown)
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
