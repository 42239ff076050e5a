import type { Cause, Types } from "effect"
import { Data, Predicate } from "effect"

/** The HTTP answer to an error of a module, and the occasion of the error. */
export interface ModuleErrorAnswer {
  /** The HTTP status. */
  readonly status: 400 | 403 | 404 | 409 | 422
  /** The code in the answer: the module's name, an underscore and a word. */
  readonly code: string
  /** The occasion on which an operation is refused with it, in a sentence. */
  readonly when: string
}

/** The class of an error of a module. */
export interface ModuleErrorClass<Tag extends string> {
  new <Fields extends object = object>(
    fields: Types.VoidIfEmpty<Fields>
  ): Cause.YieldableError & {
    /** The name of the class, for programs. */
    readonly _tag: Tag
  } & Fields
  /** The HTTP answer. */
  readonly answer: ModuleErrorAnswer
  readonly tag: Tag
}

/** An error that an operation of a module may be refused with. */
export interface AnyModuleError extends Cause.YieldableError {
  readonly _tag: string
}

/** The class of any error of a module. */
export interface AnyModuleErrorClass {
  new (fields: never): AnyModuleError
  readonly answer: ModuleErrorAnswer
  readonly tag: string
}

const answers = new WeakMap<object, ModuleErrorAnswer>()

/**
 * Returns the base class of an error with which a module refuses. Override its `message`, which is
 * `when` otherwise, with a sentence that says what to do. List the class in `errors` of each
 * operation that throws it: the types and the OpenAPI document take it from there.
 *
 * @example
 * class CreditExhausted extends ModuleError("CreditExhausted", {
 *   status: 409,
 *   code: "store_credit_exhausted",
 *   when: "The customer has less credit than the amount."
 * })<{ readonly available: bigint }> {
 *   override get message() {
 *     return `Only ${this.available} is left: reserve less.`
 *   }
 * }
 */
export const ModuleError = <Tag extends string>(
  tag: Tag,
  answer: ModuleErrorAnswer
): ModuleErrorClass<Tag> => {
  const Base = Data.TaggedError(tag) as unknown as new (fields: object) => object
  class Made extends Base {
    static readonly answer = answer
    static readonly tag = tag
    constructor(fields: object) {
      super(fields)
      answers.set(this, answer)
    }
    get message(): string {
      return answer.when
    }
  }
  return Made as unknown as ModuleErrorClass<Tag>
}

/** Returns the HTTP answer to an error of a module. Null for any other error. */
export const moduleErrorAnswer = (error: unknown): ModuleErrorAnswer | null =>
  Predicate.isObject(error) ? (answers.get(error) ?? null) : null
