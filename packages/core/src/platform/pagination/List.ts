import { Schema } from "effect"
import { type WireCodec, wireCodec } from "../../kernel/codec/WireCodec.ts"

/** A page of a list (spec 2.1). */
export interface List<A> {
  readonly object: "list"
  /** What stands on this page. */
  readonly data: ReadonlyArray<A>
  /** Whether another page follows. */
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

/** How a list of a resource goes over the wire. */
export interface ListCodec<A> extends WireCodec<List<A>> {}

/** The wire form of a list of a resource. */
export const listCodec = <A extends Read, Read>(item: Schema.Codec<Read, unknown>): ListCodec<A> =>
  wireCodec(
    Schema.Struct({
      object: Schema.Literal("list"),
      data: Schema.Array(item),
      hasMore: Schema.Boolean,
      nextCursor: Schema.NullOr(Schema.String)
    }).pipe(Schema.encodeKeys({ hasMore: "has_more", nextCursor: "next_cursor" }))
  )
