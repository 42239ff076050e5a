import type { ChangedDetail, ChargeDetails, ChargeSource } from "@payloom/core"
import { plainText } from "./plainText.ts"

/** As much of a text as Stripe takes, with no sign cut in half. */
const cut = (text: string, most: number): string =>
  text.slice(0, most).replace(/[\uD800-\uDBFF]$/, "")

const mostDescription = 1000

/** A description as Stripe is told it. */
export const sentDescription = (description: string | null): string | null =>
  description === null ? null : cut(description, mostDescription)

/** What Stripe doesn't take on a statement, and how long a text there may be. */
const forbidden = /[^ -~]|[<>\\'"*]/g
const mostDescriptor = 22
const leastDescriptor = 5

/**
 * A statement descriptor as Stripe is told it, for a payment by a type of method; null if nothing
 * of it can be told. Behind the account's own one, for cards, it may be shorter than for others.
 */
export const sentDescriptor = (descriptor: string | null, type: string): string | null => {
  const plain = plainText(descriptor ?? "").replace(forbidden, "")
  const text = cut(plain.trim(), mostDescriptor).trim()
  const isLong = type === "card" || text.length >= leastDescriptor
  return isLong && /[A-Za-z]/.test(text) ? text : null
}

/** Stripe takes 50 keys of 40 characters, with values of 500; some are our own. */
const mostKeys = 45

/** Metadata as Stripe is told it, entry by entry; null for one that is left out. */
const sentEntries = (metadata: ChargeDetails["metadata"]) => {
  const taken = new Set<string>()
  return Object.entries(metadata).map(([given, value]) => {
    const key = cut(given.replace(/[[\]]/g, ""), 40)
    const isOurs = key.startsWith("payloom_")
    if (key === "" || isOurs || taken.has(key) || taken.size >= mostKeys) {
      return { given, value, sent: null }
    }
    taken.add(key)
    return { given, value, sent: { key, value: cut(value, 500) } }
  })
}

/** Metadata as Stripe is told it. */
export const sentMetadata = (metadata: ChargeDetails["metadata"]): Record<string, string> =>
  Object.fromEntries(
    sentEntries(metadata).flatMap(({ sent }) => (sent === null ? [] : [[sent.key, sent.value]]))
  )

/** Which texts of a charge Stripe is told otherwise than they were given. */
export const changedDetails = (
  { description, statementDescriptor, metadata }: ChargeDetails,
  source: ChargeSource
): ReadonlyArray<ChangedDetail> => {
  const type = source._tag === "Apm" ? source.apm : "card"
  const descriptor = sentDescriptor(statementDescriptor, type)
  return [
    ...changed("description", description, sentDescription(description)),
    ...changed("statement_descriptor", statementDescriptor, descriptor),
    ...sentEntries(metadata).flatMap(({ given, value, sent }) => {
      const isSameKey = sent === null || sent.key === given
      const told = isSameKey ? (sent?.value ?? null) : `${sent.key}: ${sent.value}`
      return changed(`metadata.${given}`, value, told)
    })
  ]
}

const changed = (
  field: string,
  given: string | null,
  sent: string | null
): ReadonlyArray<ChangedDetail> => (given === null || given === sent ? [] : [{ field, sent }])
