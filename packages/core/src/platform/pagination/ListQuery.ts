import { Predicate, Schema, SchemaTransformation } from "effect"
import { refusedAs } from "../../kernel/primitives/RefusalCode.ts"

const maxLimit = 100

/**
 * How many items a page has at most: 1 or more, reduced to 100 (spec 4.2 and 8). Digits on the
 * wire, a number inside. In a query every value is text, so its annotation `inQuery` says what the
 * text is of, for documents that clients are made from.
 */
const Limit = Schema.String.annotate({
  inQuery: {
    type: "integer",
    minimum: 1,
    maximum: maxLimit,
    description: "At most so many on a page; more count as this maximum."
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

/** The page's size that a request gets. */
export const pageSize = (asked: number | undefined, otherwise: number): number =>
  Math.min(asked ?? otherwise, maxLimit)

/** How many items are asked for at a time. */
export interface PageLimit {
  /** How many items a page has at most: 1 or more, of which more than 100 count as 100. */
  readonly limit?: number
}

/** Which page of a list is asked for; the first without a cursor. */
export interface ForwardCursor {
  /** The `nextCursor` of the page before. */
  readonly startingAfter?: string
}

/** The same of a list that goes both ways. */
export interface BothWaysCursor extends ForwardCursor {
  /** The `nextCursor` of the page before, to go backwards; not beside `startingAfter`. */
  readonly endingBefore?: string
}

/** The cursor parameters of a list that goes both ways. */
export const cursorFields = {
  limit: Schema.optionalKey(Limit),
  startingAfter: Schema.optionalKey(Schema.String),
  endingBefore: Schema.optionalKey(Schema.String)
}

export const cursorKeys = {
  startingAfter: "starting_after",
  endingBefore: "ending_before"
} as const

/** A query whose filter is a list of values, where it may be one of them too. */
type Several<Query, Name extends keyof Query> = Omit<Query, Name> & {
  readonly [_ in Name]?: Extract<Query[Name], ReadonlyArray<unknown>>
}

/** The query with a filter's one value as a list of one; what is no such query stays as it is. */
export const withSeveral = <Query extends object, Name extends keyof Query>(
  name: Name,
  query: Query
): Several<Query, Name> => {
  const asksForOne = Predicate.hasProperty(query, name) && Predicate.isString(query[name])
  return (asksForOne ? { ...query, [name]: [query[name]] } : query) as Several<Query, Name>
}
