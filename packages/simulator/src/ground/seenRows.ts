import { type Change, CustomerCollection, type Row, WebhookEndpointCollection } from "@payloom/core"

/** Facts about rows that may be gone at the end of a run. */
export interface SeenRows {
  /** Adds the changes of a commit. */
  readonly see: (changes: ReadonlyArray<Change>) => void
  /** The ids of the endpoints that ever had an address, by the address. */
  readonly endpoints: ReadonlyMap<string, ReadonlySet<string>>
  /** All names and addresses that each customer ever had, by the customer's id. */
  readonly personalTexts: ReadonlyMap<string, ReadonlySet<string>>
}

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
