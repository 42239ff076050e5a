import type { Schema } from "effect"
import type { ModuleChanges, ModuleContext, ModuleReads } from "./ModuleContext.ts"
import type { AnyModuleErrorClass } from "./ModuleError.ts"

type InstanceOf<Class> = Class extends new (fields: never) => infer Instance ? Instance : never

type ErrorIn<Errors extends ReadonlyArray<AnyModuleErrorClass>> = InstanceOf<Errors[number]>

/** The decision of a mutation: its changes, and its answer. */
export interface Decided<A> {
  /** The changes. They are committed together with the answer. */
  readonly changes: ReadonlyArray<ModuleChanges>
  /** The answer. A repeated request with the same key gets it again, byte for byte. */
  readonly answer: A
}

interface Described<Path extends string, Input, A, Errors> {
  /** A sentence without a full stop, for the OpenAPI document. */
  readonly summary: string
  /** Details, for the OpenAPI document. */
  readonly description?: string
  /**
   * The path of its HTTP route, which begins with a slash and the module's name. It may contain
   * `{id}`.
   */
  readonly path: Path
  /** The schema of the input. Its encoded form is the body or the query over HTTP. */
  readonly input?: Schema.Codec<Input, unknown>
  /** The schema of the answer. Its encoded form is the answer over HTTP. */
  readonly output: Schema.Codec<A, unknown>
  /** The errors that it may be refused with, beside those of every operation. */
  readonly errors?: Errors
}

/** A mutation of a module, as it is defined. */
export interface MutationDefinition<
  Path extends string,
  Input,
  A,
  Errors extends ReadonlyArray<AnyModuleErrorClass>
> extends Described<Path, Input, A, Errors> {
  /** The HTTP method. The default is `POST`. */
  readonly method?: "POST" | "PATCH"
  /**
   * Decides what changes, and the answer. It refuses by throwing one of its errors, `InvalidInput`
   * or `ResourceNotFound`. It may run several times for one request.
   */
  readonly decide: (
    context: ModuleContext,
    input: Input,
    id: string
  ) => Decided<A> | Promise<Decided<A>>
}

/** A query of a module, as it is defined. */
export interface QueryDefinition<
  Path extends string,
  Input,
  A,
  Errors extends ReadonlyArray<AnyModuleErrorClass>
> extends Described<Path, Input, A, Errors> {
  /** Reads the answer. Refuses like a mutation. */
  readonly read: (reads: ModuleReads, input: Input, id: string) => A | Promise<A>
}

type AnyErrors = ReadonlyArray<AnyModuleErrorClass>

/** The types of an operation. There is no such value. */
interface OperationTypes<Input, A, E> {
  readonly input: Input
  readonly answer: A
  readonly error: E
}

/** A mutation of a module. */
export interface Mutation<out Path extends string, out Input, out A, out E> {
  readonly _tag: "Mutation"
  readonly path: Path
  readonly definition: MutationDefinition<string, unknown, unknown, AnyErrors>
  readonly types?: OperationTypes<Input, A, E>
}

/** A query of a module. */
export interface Query<out Path extends string, out Input, out A, out E> {
  readonly _tag: "Query"
  readonly path: Path
  readonly definition: QueryDefinition<string, unknown, unknown, AnyErrors>
  readonly types?: OperationTypes<Input, A, E>
}

/** An operation of any module. */
export type AnyModuleOperation =
  | Mutation<string, unknown, unknown, unknown>
  | Query<string, unknown, unknown, unknown>

/**
 * Defines an operation that changes something. It takes an idempotency key: the key, the changes
 * and the answer are one commit.
 */
export const moduleMutation = <
  const Path extends string,
  A,
  Input = undefined,
  const Errors extends ReadonlyArray<AnyModuleErrorClass> = []
>(
  definition: MutationDefinition<Path, Input, A, Errors>
): Mutation<Path, Input, A, ErrorIn<Errors>> =>
  ({ _tag: "Mutation", path: definition.path, definition }) as unknown as Mutation<
    Path,
    Input,
    A,
    ErrorIn<Errors>
  >

/** Defines an operation that only reads. */
export const moduleQuery = <
  const Path extends string,
  A,
  Input = undefined,
  const Errors extends ReadonlyArray<AnyModuleErrorClass> = []
>(
  definition: QueryDefinition<Path, Input, A, Errors>
): Query<Path, Input, A, ErrorIn<Errors>> =>
  ({ _tag: "Query", path: definition.path, definition }) as unknown as Query<
    Path,
    Input,
    A,
    ErrorIn<Errors>
  >
