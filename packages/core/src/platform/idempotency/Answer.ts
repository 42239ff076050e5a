import type { WireCodec } from "../../kernel/codec/WireCodec.ts"

/** The answer of a mutation. Every replay has the same resource and the same bytes. */
export interface Answer<A> {
  /** The resource after the mutation. */
  readonly value: A
  /** The response body, as it was first sent. */
  readonly body: string
  /** True if this answer is of an earlier call with the same key. */
  readonly replayed: boolean
}

/** Creates the first answer of a mutation. */
export const fresh = <A>(codec: WireCodec<A>, value: A): Answer<A> => ({
  value,
  body: codec.toBody(value),
  replayed: false
})

/** Creates the repeated answer from the stored body. */
export const replayed = <A>(codec: WireCodec<A>, body: string): Answer<A> => ({
  value: codec.fromBody(body),
  body,
  replayed: true
})
