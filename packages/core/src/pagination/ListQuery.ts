import { Schema, SchemaTransformation } from "effect"
import { refusedAs } from "../values/RefusalCode.ts"

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
