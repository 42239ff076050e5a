import type { Effect, Option, Stream } from "effect"
import type { InvalidInput } from "../../kernel/input/InvalidInput.ts"
import type { ResourceNotFound } from "../../kernel/input/ResourceNotFound.ts"
import type { EngineClosed } from "../../kernel/Shutdown.ts"
import type { Answer } from "../../platform/idempotency/Answer.ts"
import type { List } from "../../platform/pagination/List.ts"
import type { StorageUnavailable } from "../../platform/storage/Storage.ts"

/**
 * The style in which operations are called. `declared`: as core declares them, with their
 * requirements. `effect`: for programs in Effect. `promise`: as promises, on a handle that knows
 * the merchant or payer.
 *
 * A service is one interface with a call style as its parameter. So each operation is documented
 * once, and editors show the documentation. Mapped types would lose it.
 */
export type CallStyle = "declared" | "effect" | "promise"

/**
 * The errors that every operation may fail with: `onBehalf` for operations on behalf of a merchant,
 * `any` for all operations. There is no type alias for them, so editors show the errors by their
 * names.
 */
export interface Refusals {
  readonly onBehalf: EngineClosed | InvalidInput | ResourceNotFound | StorageUnavailable
  readonly any: EngineClosed
}

/** An operation on behalf of a merchant. Its first argument is left out on a handle. */
export type OnBehalf<F extends CallStyle, Operation> = CallStyles<
  Operation,
  Refusals["onBehalf"],
  OnHandle<Operation>
>[F]

/**
 * An operation on behalf of a payer. Its first argument, the payer's credentials, is left out on a
 * handle.
 */
export type OfPayer<F extends CallStyle, Operation> = CallStyles<
  Operation,
  Refusals["any"],
  OnHandle<Operation>
>[F]

/** An operation on behalf of nobody. */
export type OfEngine<F extends CallStyle, Operation> = CallStyles<
  Operation,
  Refusals["any"],
  Promised<Operation>
>[F]

/** An operation of the engine that takes the scope as its first argument. */
export type OnScope<F extends CallStyle, Operation> = CallStyles<
  Operation,
  Refusals["onBehalf"],
  Promised<Operation>
>[F]

/** An iteration over all pages of a list operation. Core declares none. */
export type Walk<F extends CallStyle, Input extends ReadonlyArray<unknown>, Operation> = {
  readonly declared: never
  readonly effect: (
    ...input: Input
  ) => Stream.Stream<Listed<Operation>, RefusedWith<Operation> | Refusals["onBehalf"]>
  readonly promise: (...input: Tail<Input>) => AsyncIterable<Listed<Operation>>
}[F]

/** The errors of an operation, without those that every operation may fail with. */
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

/** The operation with its requirements provided. */
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

/** The value of the promise: the resource itself, or null if there is none. */
type Value<A> = A extends Answer<infer V> ? V : A extends Option.Option<infer V> ? V | null : A

type Listed<Operation> = Operation extends (
  ...input: never
) => Effect.Effect<List<infer A>, infer _E, infer _R>
  ? A
  : never

type Tail<Input extends ReadonlyArray<unknown>> = Input extends readonly [unknown, ...infer Rest]
  ? Rest
  : never
