import type { ProviderChange } from "@payloom/core"
import { Effect } from "effect"
import type { Break, Mutations } from "./Mutation.ts"

/** Changes the entries of the list. */
const listing =
  (change: (entry: ProviderChange) => ReadonlyArray<ProviderChange>): Break =>
  ({ listChanges }) =>
    listChanges === undefined
      ? {}
      : {
          listChanges: (query) =>
            Effect.map(listChanges(query), (page) =>
              page._tag === "Listed" ? { ...page, changes: page.changes.flatMap(change) } : page
            )
        }

/** Connectors that break the rules of lists. */
export const listingMutations: Mutations = {
  "a charge is listed once, with our reference, its origin and its state": [
    { breaks: listing(() => []), says: /is listed 0 times/ },
    { breaks: listing((entry) => [entry, entry]), says: /is listed 2 times/ },
    {
      breaks: listing((entry) => [entry._tag === "Charge" ? { ...entry, origin: null } : entry]),
      says: /is listed as/
    },
    {
      breaks: listing((entry) => [
        entry._tag === "Charge" ? { ...entry, created: entry.created / 1000 } : entry
      ]),
      says: /is listed as created at [\d.]+\. Expected: .* in milliseconds since the epoch\.$/
    }
  ],
  "a hold is listed as authorized": [
    {
      breaks: listing((entry) => [
        entry._tag === "Charge"
          ? { ...entry, charge: { ...entry.charge, state: "captured" } }
          : entry
      ]),
      says: /^The hold attempt_\w+ is listed as \["captured"\]\. /
    }
  ],
  "a dispute is listed with our reference of the charge": [
    {
      breaks: listing((entry) => (entry._tag === "Dispute" ? [] : [entry])),
      says: /^The dispute \w+ is listed for \[\]\. Expected: \["attempt_\w+"\]\.$/
    }
  ],
  "a refund is listed once, with our references of the charge and of the refund": [
    {
      breaks: listing((entry) => [
        entry._tag === "Refund" ? { ...entry, refundReference: null } : entry
      ])
    },
    { breaks: listing((entry) => (entry._tag === "Refund" ? [] : [entry])) }
  ]
}
