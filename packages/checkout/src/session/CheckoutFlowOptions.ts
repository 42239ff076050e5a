import type { ChoiceMemory } from "./Choice.ts"
import type { PayerApi, PayerSession } from "./PayerApi.ts"
import type { Perform } from "./Performer.ts"
import type { View } from "./View.ts"

/** What a flow needs of the world. */
export interface CheckoutFlowOptions {
  readonly api: PayerApi
  readonly show: (view: View) => void
  /** Makes ready what a session is shown with, such as its language; nothing is shown before. */
  readonly prepare?: (session: PayerSession) => Promise<unknown>
  readonly wait: (ms: number) => Promise<void>
  /** What a payer who is just back from a provider's page brought along, or null where none is. */
  readonly brought?: Readonly<Record<string, string>> | null
  /** Has a provider's own script ask the payer on this page. */
  readonly perform?: Perform
  /** Whether the page stands in a frame, which providers' pages don't. */
  readonly isFramed?: boolean
  /** Whether the browser says that there is no network; it may be wrong. */
  readonly isOffline?: () => boolean
  /** Where it's kept which way to pay was tried; nowhere without it. */
  readonly memory?: ChoiceMemory
  /** Ends the flow: nothing is asked or shown any more. */
  readonly signal: AbortSignal
}
