import { Effect } from "effect"
import { type Change, remove } from "../platform/storage/Change.ts"
import type { Scope } from "../platform/storage/Scope.ts"
import { Storage } from "../platform/storage/Storage.ts"
import { mostMetadataTerms, ReportedTermCollection, termId } from "./ReportedTerm.ts"

/**
 * Returns the changes that remove a payment's metadata from the reports, for the commit that erases
 * the metadata itself. The reported row stays, because it has no personal data.
 */
export const forgetPayment = Effect.fnUntraced(function* (scope: Scope, payment: string) {
  const storage = yield* Storage
  const ids = Array.from({ length: mostMetadataTerms }, (_, nth) =>
    termId(payment, "metadata", nth)
  )
  const terms = yield* storage.getMany(scope, ReportedTermCollection, ids)
  return terms.map((term): Change => remove(ReportedTermCollection, term))
})
