import type { Schema } from "effect"
import type { Unchecked } from "../kernel/input/decodeInput.ts"
import type { MutationOptions } from "../platform/tenants/Caller.ts"
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
   * The path of its HTTP route: a slash, the module's name, and further segments if you like. One
   * segment may be `{id}`: `decide` and `read` get its value as their third argument.
   */
  readonly path: Path
  /**
   * The schema of the input, a struct. Its encoded form is the body or the query over HTTP. All
   * values of a query are texts.
   */
  readonly input?: Schema.Codec<Input, unknown>
  /** The schema of the answer. Its encoded form is the answer over HTTP, so it must be JSON. */
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

/** The key of an operation's definition. Editors don't offer it. */
export const defined: unique symbol = Symbol("payloom/defined")

declare const typed: unique symbol

/** An operation with its definition, before an engine has it. */
export interface AnyModuleOperation {
  readonly [defined]:
    | {
        readonly _tag: "Mutation"
        readonly definition: MutationDefinition<string, unknown, unknown, AnyErrors>
      }
    | {
        readonly _tag: "Query"
        readonly definition: QueryDefinition<string, unknown, unknown, AnyErrors>
      }
}

type IdIn<Path> = Path extends `${string}{id}${string}` ? [id: string] : []
type InputIn<Input> = [Input] extends [undefined] ? [] : [input: Unchecked<Input>]
type QueryIn<Input> = [Input] extends [undefined]
  ? []
  : object extends Input
    ? [query?: Unchecked<Input>]
    : [query: Unchecked<Input>]

/** The arguments of a mutation after the merchant. */
export type MutationInput<Path, Input> = [
  ...IdIn<Path>,
  ...InputIn<Input>,
  options: MutationOptions
]

/** The arguments of a query after the merchant. */
export type QueryInput<Path, Input> = [...IdIn<Path>, ...QueryIn<Input>]

/** A mutation of a module, as a merchant's handle has it. */
export interface Mutation<Path extends string, Input, A, E> extends AnyModuleOperation {
  (...input: MutationInput<Path, Input>): Promise<A>
  readonly [typed]?: readonly [path: Path, input: Input, answer: A, error: E]
}

/** A query of a module, as a merchant's handle has it. */
export interface Query<Path extends string, Input, A, E> extends AnyModuleOperation {
  (...input: QueryInput<Path, Input>): Promise<A>
  readonly [typed]?: readonly [path: Path, input: Input, answer: A, error: E]
}

/**
 * Defines an operation that changes something. It takes an idempotency key: the key, the changes
 * and the answer are one commit. Call it on a merchant's handle, as `shop.storeCredit.reserve`.
 */
export const moduleMutation = <
  const Path extends string,
  A,
  Input = undefined,
  const Errors extends ReadonlyArray<AnyModuleErrorClass> = []
>(
  definition: MutationDefinition<Path, Input, A, Errors>
): Mutation<Path, Input, A, ErrorIn<Errors>> =>
  withoutEngine("Mutation", definition) as unknown as Mutation<Path, Input, A, ErrorIn<Errors>>

/** Defines an operation that only reads. Call it on a merchant's handle. */
export const moduleQuery = <
  const Path extends string,
  A,
  Input = undefined,
  const Errors extends ReadonlyArray<AnyModuleErrorClass> = []
>(
  definition: QueryDefinition<Path, Input, A, Errors>
): Query<Path, Input, A, ErrorIn<Errors>> =>
  withoutEngine("Query", definition) as unknown as Query<Path, Input, A, ErrorIn<Errors>>

const withoutEngine = (_tag: "Mutation" | "Query", definition: { readonly path: string }) =>
  Object.assign(
    () =>
      Promise.reject(
        new TypeError(`Call the operation of ${definition.path} on a merchant's handle.`)
      ),
    { [defined]: { _tag, definition } }
  )
