import type {
  Fields,
  ModificationFound,
  ModificationLookup,
  ModificationOutcome
} from "@payloom/core"
import { unavailable, unknown } from "./charges.ts"
import { stateOf, textOf } from "./fields.ts"
import type { About, ModificationFields } from "./HttpProviderTable.ts"

interface ReadModification {
  readonly word: string | null
  readonly state: ModificationFound["state"] | null
  readonly providerReference: string | null
  readonly rawCode: string | null
}

const readModification = (
  fields: ModificationFields,
  object: Fields,
  about: About
): ReadModification => {
  const { id, state, states, failureCode } = fields
  const word = state === undefined ? String(about.status) : textOf(state, object, about)
  return {
    word,
    state: stateOf(states, word),
    providerReference: textOf(id, object, about),
    rawCode: textOf(failureCode, object, about) ?? word
  }
}

/** Returns the outcome of a capture, void, refund or increment by the object in the answer. */
export const modificationOutcome = (
  fields: ModificationFields,
  object: Fields,
  about: About,
  reference: string
): ModificationOutcome => {
  const { state, word, rawCode, ...read } = readModification(fields, object, about)
  const providerReference = read.providerReference ?? reference
  switch (state) {
    case "succeeded":
      return { _tag: "Succeeded", providerReference }
    case "pending":
      return { _tag: "Pending", providerReference }
    case "failed":
      return { _tag: "Failed", rawCode: rawCode ?? "failed" }
    case "hold_expired":
      return { _tag: "HoldExpired" }
    default:
      return unknown(`The provider answered with the state ${word}.`)
  }
}

/** Returns a capture, void, refund or increment that was looked up. */
export const modificationFound = (
  fields: ModificationFields,
  object: Fields,
  about: About
): ModificationLookup => {
  const { state, word, providerReference, rawCode } = readModification(fields, object, about)
  if (state === null) return unavailable(`It has the unknown state ${word}.`)
  if (providerReference === null) return unavailable("It has no id that can be read.")
  const isFailed = state === "failed" || state === "reversed"
  return { _tag: "Found", state, providerReference, rawCode: isFailed ? rawCode : null }
}
