import type { ChoiceMemory } from "./Choice.ts"
import type { PayerApi, PayerSession } from "./PayerApi.ts"
import type { Perform } from "./Performer.ts"
import type { View } from "./View.ts"

/** The things that a flow depends on. */
export interface CheckoutFlowOptions {
  readonly api: PayerApi
  readonly show: (view: View) => void
  /** Prepares a session before it is shown, such as its language. */
  readonly prepare?: (session: PayerSession) => Promise<unknown>
  readonly wait: (ms: number) => Promise<void>
  /** The parameters that a payer brought back from a provider's page, or null for other payers. */
  readonly brought?: Readonly<Record<string, string>> | null
  /** Runs a provider's own script that asks the payer on this page. */
  readonly perform?: Perform
  /** True if the page is in a frame. Providers' pages can't be shown in frames. */
  readonly isFramed?: boolean
  /** Returns true if the browser reports that it is offline. It may be wrong. */
  readonly isOffline?: () => boolean
  /** Stores the method of each payment. Without it nothing is stored. */
  readonly memory?: ChoiceMemory
  /** Ends the flow: no more requests are sent, and nothing more is shown. */
  readonly signal: AbortSignal
}
