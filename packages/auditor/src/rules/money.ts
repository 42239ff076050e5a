/** Adds amounts of rows, in minor units. */
export const totalOf = (rows: ReadonlyArray<{ readonly amount: string | bigint }>): bigint =>
  rows.reduce((sum, { amount }) => sum + BigInt(amount), 0n)

/** The statuses of attempts whose outcome is not known yet. */
export const openAttempts: ReadonlySet<string> = new Set(["pending", "requires_action", "unknown"])

/** The statuses of a payment whose money was captured in full. */
export const paidStatuses: ReadonlySet<string> = new Set([
  "succeeded",
  "partially_refunded",
  "refunded"
])

/** The statuses of a subscription that has ended. */
export const endedSubscriptions: ReadonlySet<string> = new Set([
  "canceled",
  "expired",
  "terminated"
])
