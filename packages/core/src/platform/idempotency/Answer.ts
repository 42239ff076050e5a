import type { WireCodec } from "../../kernel/codec/WireCodec.ts"

/** What a mutation answered: the same resource and the same bytes on every replay. */
export interface Answer<A> {
  /** The resource as the mutation left it. */
  readonly value: A
  /** The response body, as it was first sent. */
  readonly body: string
  /** Whether an earlier call with the same key made it. */
  readonly replayed: boolean
}

/** What a mutation answers the first time. */
export const fresh = <A>(codec: WireCodec<A>, value: A): Answer<A> => ({
  value,
  body: codec.toBody(value),
  replayed: false
})

/** What it answers again, from the stored body. */
export const replayed = <A>(codec: WireCodec<A>, body: string): Answer<A> => ({
  value: codec.fromBody(body),
  body,
  replayed: true
})
