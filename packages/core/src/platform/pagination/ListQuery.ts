import { Predicate, Schema, SchemaTransformation } from "effect"
import { refusedAs } from "../../kernel/primitives/RefusalCode.ts"

const maxLimit = 100

/**
 * The maximum number of items of a page, 1 or more. Values above 100 count as 100. It is digits on
 * the wire and a number inside. In a query every value is text, so the annotation `inQuery` has its
 * type for generated API documents.
 */
const Limit = Schema.String.annotate({
  inQuery: {
    type: "integer",
    minimum: 1,
    maximum: maxLimit,
    description: "The maximum number of items of a page. Larger values count as the maximum."
  }
})
  .check(
    Schema.isPattern(/^[1-9][0-9]*$/, refusedAs("parameter_invalid", "a whole number of 1 or more"))
  )
  .pipe(
    Schema.decodeTo(
      Schema.Int.check(
        Schema.isGreaterThanOrEqualTo(1, refusedAs("parameter_invalid", "1 or more"))
      ),
      SchemaTransformation.transform({
        decode: (digits: string) => Math.min(Number(digits), Number.MAX_SAFE_INTEGER),
        encode: (limit: number) => limit.toString()
      })
    )
  )

/** Returns the page size of a request. */
export const pageSize = (asked: number | undefined, otherwise: number): number =>
  Math.min(asked ?? otherwise, maxLimit)

/** The maximum number of items of each page. */
export interface PageLimit {
  /** The maximum number of items of a page, 1 or more. Values above 100 count as 100. */
  readonly limit?: number
}

/** The cursor of a page. Without it, the first page is returned. */
export interface ForwardCursor {
  /** The `nextCursor` of the previous page. */
  readonly startingAfter?: string
}

/** The cursor of a page of a list that can be read in both directions. */
export interface BothWaysCursor extends ForwardCursor {
  /**
   * The `nextCursor` of the previous page, to read backwards. Not together with `startingAfter`.
   */
  readonly endingBefore?: string
}

/** The cursor parameters of a list that can be read in both directions. */
export const cursorFields = {
  limit: Schema.optionalKey(Limit),
  startingAfter: Schema.optionalKey(Schema.String),
  endingBefore: Schema.optionalKey(Schema.String)
}

export const cursorKeys = {
  startingAfter: "starting_after",
  endingBefore: "ending_before"
} as const

/** A query whose filter is a list of values, even if it was given as a single value. */
type Several<Query, Name extends keyof Query> = Omit<Query, Name> & {
  readonly [_ in Name]?: Extract<Query[Name], ReadonlyArray<unknown>>
}

/** Puts a filter's single value into a list. Other queries stay unchanged. */
export const withSeveral = <Query extends object, Name extends keyof Query>(
  name: Name,
  query: Query
): Several<Query, Name> => {
  const asksForOne = Predicate.hasProperty(query, name) && Predicate.isString(query[name])
  return (asksForOne ? { ...query, [name]: [query[name]] } : query) as Several<Query, Name>
}
