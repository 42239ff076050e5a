import { Effect, Option } from "effect"
import { Base64Url } from "effect/encoding"
import { canonicalJson } from "../../kernel/codec/canonicalJson.ts"
import { equalTexts } from "../../kernel/primitives/equalTexts.ts"
import { Secrets } from "../secrets/Secrets.ts"
import { type Scope, scopeKey } from "../storage/Scope.ts"

/**
 * The binding of a cursor. A cursor is not valid for another tenant, mode or list, or with other
 * filters.
 */
export interface CursorBinding {
  readonly scope: Scope
  readonly list: string
  readonly filters: unknown
}

const signatureBytes = 16

const signatureOf = (secrets: Secrets["Service"], binding: CursorBinding, id: string) => {
  const message = canonicalJson([scopeKey(binding.scope), binding.list, binding.filters, id])
  return secrets.sign("cursors", message).subarray(0, signatureBytes)
}

/** Creates a signed, opaque cursor for the position after the row with an id. */
export const encodeCursor = Effect.fnUntraced(function* (binding: CursorBinding, id: string) {
  const secrets = yield* Secrets
  return Base64Url.encode(join(new TextEncoder().encode(id), signatureOf(secrets, binding, id)))
})

/** Returns the id of a cursor, or none if it is malformed, altered or of another list. */
export const decodeCursor = Effect.fnUntraced(function* (binding: CursorBinding, cursor: string) {
  const secrets = yield* Secrets
  const id = readId(cursor)
  if (id === null) return Option.none<string>()
  // The whole text is compared, not the decoded bytes, because base64 has several spellings of a
  // value.
  const expected = Base64Url.encode(
    join(new TextEncoder().encode(id), signatureOf(secrets, binding, id))
  )
  return equalTexts(cursor, expected) ? Option.some(id) : Option.none<string>()
})

const readId = (cursor: string): string | null => {
  const decoded = Base64Url.decode(cursor)
  if (decoded._tag === "Failure" || decoded.success.length <= signatureBytes) return null
  return new TextDecoder().decode(decoded.success.subarray(0, -signatureBytes))
}

const join = (left: Uint8Array, right: Uint8Array): Uint8Array => {
  const whole = new Uint8Array(left.length + right.length)
  whole.set(left)
  whole.set(right, left.length)
  return whole
}
