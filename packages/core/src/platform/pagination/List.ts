import { Schema } from "effect"
import { type WireCodec, wireCodec } from "../../kernel/codec/WireCodec.ts"

/** A page of a list. */
export interface List<A> {
  readonly object: "list"
  /** The items of this page. */
  readonly data: ReadonlyArray<A>
  /** True if another page follows. */
  readonly hasMore: boolean
  /** The cursor of the next page in the requested direction. Null if there is none. */
  readonly nextCursor: string | null
}

/** Creates a page of a list. Without a cursor it is the last page. */
export const list = <A>(data: ReadonlyArray<A>, nextCursor: string | null = null): List<A> => ({
  object: "list",
  data,
  hasMore: nextCursor !== null,
  nextCursor
})

/** The encoding of a list for the wire. */
export interface ListCodec<A> extends WireCodec<List<A>> {}

/** Returns the schema of a list of a resource. */
export const listSchema = <A>(item: Schema.Codec<A, unknown>): Schema.Codec<List<A>, unknown> =>
  Schema.Struct({
    object: Schema.Literal("list"),
    data: Schema.Array(item),
    hasMore: Schema.Boolean,
    nextCursor: Schema.NullOr(Schema.String)
  }).pipe(Schema.encodeKeys({ hasMore: "has_more", nextCursor: "next_cursor" }))

/** Creates the codec of a list of a resource. */
export const listCodec = <A extends Read, Read>(item: Schema.Codec<Read, unknown>): ListCodec<A> =>
  wireCodec(listSchema(item))
