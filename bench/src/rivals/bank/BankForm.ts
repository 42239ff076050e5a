import type { BankRequest, Charge, Effect } from "./Books.ts"

/** A request as it was received. */
export interface Received {
  readonly path: string
  /** The idempotency key. A request without one gets a key of its own. */
  readonly key: string
  readonly body: string
}

/** The form of requests and answers. */
export interface BankForm {
  readonly requestOf: (received: Received) => BankRequest
  readonly viewOf: (effect: Effect, charge: Charge) => object
  readonly refused: (message: string) => { readonly status: number; readonly body: object }
}
