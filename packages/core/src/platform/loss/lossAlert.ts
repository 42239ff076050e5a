import { Effect } from "effect"
import { currentMoment } from "../../kernel/ids/Moment.ts"
import type { Alert } from "../events/alertHook.ts"
import { newEvent } from "../events/recordEvent.ts"
import { deploymentScope } from "../storage/Scope.ts"
import type { StorageLoss } from "../storage/Storage.ts"
import { latestServiceVersion } from "../tenants/Tenant.ts"

/** A lost database in an alert. */
export interface StorageLossJson extends Pick<StorageLoss, "file" | "reason"> {
  readonly object: "storage"
  /** The name of the database. Null unless the storage has several. */
  readonly database: string | null
}

/**
 * Logs that the database is lost and creates the alert. The alert belongs to the deployment, not to
 * a tenant. It is stored nowhere, because there is no database to store it in.
 */
export const lossAlert = Effect.fnUntraced(function* (loss: StorageLoss) {
  yield* Effect.logError(whatHappened(loss))
  const commit = {
    ...(yield* currentMoment),
    scope: deploymentScope,
    apiVersion: latestServiceVersion
  }
  const stored = { row: { id: loss.file ?? "storage", ...loss }, version: 1 }
  const event = newEvent(commit, "alert.storage_lost", stored, { show })
  return { scope: deploymentScope, row: event } satisfies Alert
})

const whatHappened = ({ file, database, reason }: StorageLoss): string => {
  const name = database === undefined ? "The database" : `The database ${database}`
  const until = "Nothing is read or written until it is"
  if (reason === "rewound") {
    return (
      `${name} lacks acknowledged commits, as after a failover to a standby that was behind. ` +
      `${until} reconciled with the providers and this process is restarted.`
    )
  }
  if (reason === "held") {
    return (
      `${name} is held, because it was restored or has lost commits. ` +
      `${until} reconciled with the providers and this process is restarted.`
    )
  }
  return (
    `${name} is lost: ${file} was ${reason} while it was open. ` +
    `${until} restored and this process is restarted.`
  )
}

const show = ({ file, database, reason }: StorageLoss): StorageLossJson => ({
  object: "storage",
  file,
  database: database ?? null,
  reason
})
