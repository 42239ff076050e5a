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

/** The encoding of a list for the wire. Its parts are the items. */
export interface ListCodec<A> extends WireCodec<List<A>> {
  readonly toParts: (page: List<A>) => Iterable<string>
}

/** Returns the schema of a list of a resource. */
export const listSchema = <A>(item: Schema.Codec<A, unknown>): Schema.Codec<List<A>, unknown> =>
  Schema.Struct({
    object: Schema.Literal("list"),
    data: Schema.Array(item),
    hasMore: Schema.Boolean,
    nextCursor: Schema.NullOr(Schema.String)
  }).pipe(Schema.encodeKeys({ hasMore: "has_more", nextCursor: "next_cursor" }))

/** Creates the codec of a list of a resource. Each item is encoded by the resource's own codec. */
export const listCodec = <A>(item: WireCodec<A>): ListCodec<A> => {
  const toParts = function* ({ object, data, hasMore, nextCursor }: List<A>) {
    yield `{"object":"${object}","data":[`
    for (const [at, one] of data.entries()) yield (at === 0 ? "" : ",") + item.toBody(one)
    yield `],"has_more":${hasMore},"next_cursor":${JSON.stringify(nextCursor)}}`
  }
  const encode = ({ object, data, hasMore, nextCursor }: List<A>) => ({
    object,
    data: data.map(item.encode),
    has_more: hasMore,
    next_cursor: nextCursor
  })
  return {
    ...wireCodec(listSchema(item.schema) as Schema.Codec<List<A>, unknown>, encode),
    toBody: (page) => [...toParts(page)].join(""),
    toParts
  }
}
