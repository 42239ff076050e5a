import { Schema } from "effect"
import { type WireCodec, wireCodec } from "../wire/WireCodec.ts"

/** A page of a list (spec 2.1). */
export interface List<A> {
  readonly object: "list"
  readonly data: ReadonlyArray<A>
  readonly hasMore: boolean
  /** Continues in the direction that was asked for; null where nothing is left. */
  readonly nextCursor: string | null
}

/** A page of a list; without a cursor it is the last one. */
export const list = <A>(data: ReadonlyArray<A>, nextCursor: string | null = null): List<A> => ({
  object: "list",
  data,
  hasMore: nextCursor !== null,
  nextCursor
})

/** The wire form of a list of a resource. */
export const listCodec = <A>(item: Schema.Codec<A, unknown>): WireCodec<List<A>> =>
  wireCodec(
    Schema.Struct({
      object: Schema.Literal("list"),
      data: Schema.Array(item),
      hasMore: Schema.Boolean,
      nextCursor: Schema.NullOr(Schema.String)
    }).pipe(Schema.encodeKeys({ hasMore: "has_more", nextCursor: "next_cursor" }))
  )
