import type { AlertAdvice, AlertView, KeptNotification } from "@payloom/core"

/** An alert, with the advice on its type. The advice is Markdown. */
interface AdvisedAlert extends AlertView {
  readonly advice: AlertAdvice
  /** The notification of a provider that it is about, as it is now. Null if it is about none. */
  readonly notification: KeptNotification | null
}

/** A page of alerts, newest first. */
export interface AlertsPage {
  readonly data: ReadonlyArray<AdvisedAlert>
  readonly nextCursor: string | null
}

/** The states of alerts, in the order in which an alert goes through them. */
export const alertStates = ["open", "taken", "resolved"] as const
