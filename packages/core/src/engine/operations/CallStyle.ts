import type { Effect, Option, Stream } from "effect"
import type { InvalidInput } from "../../kernel/input/InvalidInput.ts"
import type { ResourceNotFound } from "../../kernel/input/ResourceNotFound.ts"
import type { EngineClosed } from "../../kernel/Shutdown.ts"
import type { Answer } from "../../platform/idempotency/Answer.ts"
import type { List } from "../../platform/pagination/List.ts"
import type { StorageUnavailable } from "../../platform/storage/Storage.ts"

/**
 * As what operations are offered: as core declares them, with their needs; to programs in Effect;
 * or as promises, on a handle that knows on whose behalf.
 *
 * A service is an interface of one of these, so that its operations are documented in one place and
 * editors show that documentation: through mapped types it would be lost.
 */
export type CallStyle = "declared" | "effect" | "promise"

/**
 * What operations may be refused with, whatever they do: on behalf of a merchant, and else. No
 * alias names it, so that editors show the errors by their names.
 */
export interface Refusals {
  readonly onBehalf: EngineClosed | InvalidInput | ResourceNotFound | StorageUnavailable
  readonly any: EngineClosed
}

/** An operation on behalf of a merchant: its first argument, the handle knows. */
export type OnBehalf<F extends CallStyle, Operation> = CallStyles<
  Operation,
  Refusals["onBehalf"],
  OnHandle<Operation>
>[F]

/**
 * An operation on behalf of a payer: its first argument, the payer's credentials, the handle knows.
 */
export type OfPayer<F extends CallStyle, Operation> = CallStyles<
  Operation,
  Refusals["any"],
  OnHandle<Operation>
>[F]

/** An operation that is on nobody's behalf. */
export type OfEngine<F extends CallStyle, Operation> = CallStyles<
  Operation,
  Refusals["any"],
  Promised<Operation>
>[F]

/** An operation of the engine's that takes the scope it is on behalf of. */
export type OnScope<F extends CallStyle, Operation> = CallStyles<
  Operation,
  Refusals["onBehalf"],
  Promised<Operation>
>[F]

/** A walk through all pages of a list, whose operation it is made of; core declares none. */
export type Walk<F extends CallStyle, Input extends ReadonlyArray<unknown>, Operation> = {
  readonly declared: never
  readonly effect: (
    ...input: Input
  ) => Stream.Stream<Listed<Operation>, RefusedWith<Operation> | Refusals["onBehalf"]>
  readonly promise: (...input: Tail<Input>) => AsyncIterable<Listed<Operation>>
}[F]

/** What an operation may be refused with, but for what any operation may. */
export type RefusedWith<Operation> = Operation extends (
  ...input: never
) => Effect.Effect<infer _A, infer E, infer _R>
  ? E
  : never

interface CallStyles<Operation, Refusal, AsPromise> {
  readonly declared: Operation
  readonly effect: Provided<Operation, Refusal>
  readonly promise: AsPromise
}

/** The operation with all it needs provided. */
type Provided<Operation, Refusal> = Operation extends (
  ...input: infer Input
) => Effect.Effect<infer A, infer E, infer _R>
  ? (...input: Input) => Effect.Effect<A, E | Refusal>
  : never

type Promised<Operation> = Operation extends (
  ...input: infer Input
) => Effect.Effect<infer A, infer _E, infer _R>
  ? (...input: Input) => Promise<Value<A>>
  : never

type OnHandle<Operation> = Operation extends (
  on: infer _On,
  ...input: infer Input
) => Effect.Effect<infer A, infer _E, infer _R>
  ? (...input: Input) => Promise<Value<A>>
  : never

/** What a promise is kept with: the resource itself, null where there is none. */
type Value<A> = A extends Answer<infer V> ? V : A extends Option.Option<infer V> ? V | null : A

type Listed<Operation> = Operation extends (
  ...input: never
) => Effect.Effect<List<infer A>, infer _E, infer _R>
  ? A
  : never

type Tail<Input extends ReadonlyArray<unknown>> = Input extends readonly [unknown, ...infer Rest]
  ? Rest
  : never
