import {
  type Change,
  CheckoutSessionCollection,
  CustomerCollection,
  PaymentCollection,
  type Row,
  SubscriptionCollection,
  WebhookEndpointCollection
} from "@payloom/core"

/** Facts about rows that may be gone at the end of a run. */
export interface SeenRows {
  /** Adds the changes of a commit. */
  readonly see: (changes: ReadonlyArray<Change>) => void
  /** The ids of the endpoints that ever had an address, by the address. */
  readonly endpoints: ReadonlyMap<string, ReadonlySet<string>>
  /** All names, addresses and notes that were ever kept of a customer, by the customer's id. */
  readonly personalTexts: ReadonlyMap<string, ReadonlySet<string>>
}

/** A row that may name a customer. */
interface Noted {
  readonly metadata: Readonly<Record<string, string>>
}

/** The collections with metadata about customers. */
const noted: ReadonlySet<string> = new Set(
  [PaymentCollection, CheckoutSessionCollection, SubscriptionCollection].map(({ name }) => name)
)

/** Creates an empty list of facts. */
export const seenRows = (): SeenRows => {
  const endpoints = new Map<string, Set<string>>()
  const personalTexts = new Map<string, Set<string>>()
  return {
    endpoints,
    personalTexts,
    see: (changes) => {
      for (const change of changes) {
        if (!("row" in change)) continue
        const { row, collection } = change
        if (collection.name === WebhookEndpointCollection.name) {
          for (const url of textsIn(row, "url")) add(endpoints, url, row.id)
        }
        if (collection.name === CustomerCollection.name) {
          for (const text of textsIn(row, "name", "email")) add(personalTexts, row.id, text)
        }
        if (noted.has(collection.name)) {
          const [customer] = textsIn(row, "customer")
          const notes = Object.values((row as Row & Noted).metadata)
          if (customer !== undefined) for (const note of notes) add(personalTexts, customer, note)
        }
      }
    }
  }
}

const textsIn = (row: Row, ...fields: ReadonlyArray<string>): ReadonlyArray<string> =>
  fields.flatMap((field) => {
    const value = (row as unknown as Readonly<Record<string, unknown>>)[field]
    return typeof value === "string" ? [value] : []
  })

const add = (to: Map<string, Set<string>>, key: string, value: string): void => {
  const known = to.get(key) ?? new Set()
  to.set(key, known.add(value))
}
