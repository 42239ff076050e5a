/** Amounts in minor units, by currency. */
export type Sums = Readonly<Record<string, string>>

/** Sums amounts up by currency. Leaves out currencies whose sum is 0. */
export const sumsOf = (
  amounts: Iterable<{ readonly currency: string; readonly amount: bigint }>
): Sums => {
  const sums = new Map<string, bigint>()
  for (const { currency, amount } of amounts) {
    sums.set(currency, (sums.get(currency) ?? 0n) + amount)
  }
  return Object.fromEntries(
    [...sums].filter(([, sum]) => sum !== 0n).map(([currency, sum]) => [currency, String(sum)])
  )
}
