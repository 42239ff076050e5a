import type { List, Payment } from "@payloom/core"

/** A payment as lists show it. Amounts are in minor units, times in milliseconds since the epoch. */
export interface ReportedPayment {
  readonly id: string
  readonly created: number
  readonly status: Payment["status"]
  readonly amount: bigint
  readonly currency: string
  readonly amountRefunded: bigint
  readonly disputed: boolean
  readonly method: string | null
  readonly brand: string | null
  readonly last4: string | null
  /** The account of the last attempt. */
  readonly mid: string | null
  readonly declineCode: string | null
  readonly customer: string | null
}

/** The filters of the list of payments. */
export interface PaymentsQuery {
  readonly status?: ReadonlyArray<Payment["status"]>
  readonly currency?: string
  readonly method?: string
  readonly brand?: string
  readonly last4?: string
  readonly mid?: string
  readonly declineCode?: string
  readonly customer?: string
  readonly amount?: bigint
  readonly metadata?: { readonly key: string; readonly value: string }
  readonly createdGte?: number
  readonly createdLte?: number
  readonly limit?: number
  readonly startingAfter?: string
}

/** A thing that a search found. */
export interface Hit {
  readonly object: string
  readonly id: string
}

/** The reads of the console that go over all payments. */
export interface Reporting {
  readonly payments: (query: PaymentsQuery) => Promise<List<ReportedPayment>>
  readonly search: (
    text: string,
    options?: { readonly limit?: number }
  ) => Promise<{ readonly data: ReadonlyArray<Hit> }>
}
