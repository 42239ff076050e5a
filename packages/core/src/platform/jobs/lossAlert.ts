import { Effect } from "effect"
import { currentMoment } from "../../kernel/ids/Moment.ts"
import type { EventRecord } from "../events/EventRecord.ts"
import { newEvent } from "../events/recordEvent.ts"
import { deploymentScope, type Scope } from "../storage/Scope.ts"
import type { StorageLoss } from "../storage/Storage.ts"
import { latestServiceVersion } from "../tenants/Tenant.ts"

/** A lost database in an alert. */
export interface StorageLossJson extends StorageLoss {
  readonly object: "storage"
}

/**
 * Logs that the database is lost and creates the alert. The alert belongs to the deployment, not to
 * a tenant. It is stored nowhere, because there is no database to store it in.
 */
export const lossAlert = Effect.fnUntraced(function* (loss: StorageLoss) {
  yield* Effect.logError(
    `The database is lost: ${loss.file} was ${loss.reason} while it was open. ` +
      "Nothing is read or written until it is restored and this process is restarted."
  )
  const commit = {
    ...(yield* currentMoment),
    scope: deploymentScope,
    apiVersion: latestServiceVersion
  }
  const stored = { row: { id: loss.file, ...loss }, version: 1 }
  const event = newEvent(commit, "alert.storage_lost", stored, { show })
  return { scope: deploymentScope, row: event } satisfies LossAlert
})

/** The scope and the event. */
interface LossAlert {
  readonly scope: Scope
  readonly row: EventRecord
}

const show = ({ file, reason }: StorageLoss): StorageLossJson => ({
  object: "storage",
  file,
  reason
})
