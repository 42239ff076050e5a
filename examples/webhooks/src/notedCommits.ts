import { storageAt } from "@payloom/cli"
import { EventCollection } from "@payloom/core"
import { observedCommits } from "@payloom/example-kit/observedCommits"

/** Returns the time of the machine's clock, in milliseconds with fractions. */
export const now = (): number => performance.timeOrigin + performance.now()

/** Returns the storage at an address. It notes the time after each event's commit. */
export const notingStorage = (address: string, committed: Map<string, number>) =>
  observedCommits(storageAt(address), (changes) => {
    for (const change of changes) {
      if (change._tag !== "Insert" || change.collection.name !== EventCollection.name) continue
      committed.set(change.row.id, now())
    }
  })
