import type { ChangedDetail, ChargeDetails, ChargeSource } from "@payloom/core"
import { changedOrder } from "./orderParams.ts"
import { plainText } from "./plainText.ts"

/** Cuts a text to a length, and never inside of a surrogate pair. */
const cut = (text: string, most: number): string =>
  text.slice(0, most).replace(/[\uD800-\uDBFF]$/, "")

const mostDescription = 1000

/** Returns a description as it is sent to Stripe. */
export const sentDescription = (description: string | null): string | null =>
  description === null ? null : cut(description, mostDescription)

/** The characters that Stripe refuses in a descriptor, and the lengths that it accepts. */
const forbidden = /[^ -~]|[<>\\'"*]/g
const mostDescriptor = 22
const leastDescriptor = 5

/**
 * Returns a statement descriptor as it is sent to Stripe for a type of payment method, or null if
 * nothing of it can be sent. For cards it follows the account's own descriptor, so it may be
 * shorter than for other methods.
 */
export const sentDescriptor = (descriptor: string | null, type: string): string | null => {
  const plain = plainText(descriptor ?? "").replace(forbidden, "")
  const text = cut(plain.trim(), mostDescriptor).trim()
  const isLong = type === "card" || text.length >= leastDescriptor
  return isLong && /[A-Za-z]/.test(text) ? text : null
}

/**
 * The most keys of metadata that are sent. Stripe accepts 50 keys of 40 characters with values of
 * 500 characters. The engine needs some of the keys.
 */
const mostKeys = 45

/**
 * Returns each entry of metadata as it is sent to Stripe. `sent` is null if the entry is left out.
 */
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

/** Returns metadata as it is sent to Stripe. */
export const sentMetadata = (metadata: ChargeDetails["metadata"]): Record<string, string> =>
  Object.fromEntries(
    sentEntries(metadata).flatMap(({ sent }) => (sent === null ? [] : [[sent.key, sent.value]]))
  )

/** Returns the texts of a charge that are sent in another form than they were given. */
export const changedDetails = (
  details: ChargeDetails,
  source: ChargeSource
): ReadonlyArray<ChangedDetail> => {
  const { description, statementDescriptor, metadata } = details
  const type = source._tag === "Apm" ? source.apm : "card"
  const descriptor = sentDescriptor(statementDescriptor, type)
  return [
    ...changed("description", description, sentDescription(description)),
    ...changed("statement_descriptor", statementDescriptor, descriptor),
    ...sentEntries(metadata).flatMap(({ given, value, sent }) => {
      const isSameKey = sent === null || sent.key === given
      const told = isSameKey ? (sent?.value ?? null) : `${sent.key}: ${sent.value}`
      return changed(`metadata.${given}`, value, told)
    }),
    ...changedOrder(details, source, type)
  ]
}

const changed = (
  field: string,
  given: string | null,
  sent: string | null
): ReadonlyArray<ChangedDetail> => (given === null || given === sent ? [] : [{ field, sent }])
