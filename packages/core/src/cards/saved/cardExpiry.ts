import { dayMs } from "../../kernel/primitives/durations.ts"
import type { Millis } from "../../kernel/primitives/Timestamp.ts"
import type { VaultedCard } from "../vault/CardVault.ts"

/** The last month a card is good in, such as `2031-04`. */
export const expiryMonth = ({ expYear, expMonth }: VaultedCard): string =>
  `${expYear}-${String(expMonth).padStart(2, "0")}`

const announcedBeforeMs = 30 * dayMs

/** The months in UTC that have not ended and will within 30 days: one or two, or none. */
export const monthsEndingSoon = (now: Millis): ReadonlyArray<string> => {
  const today = new Date(now)
  const monthAt = (ahead: number) => Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + ahead)
  return [0, 1].flatMap((ahead) =>
    monthAt(ahead + 1) - announcedBeforeMs <= now
      ? [new Date(monthAt(ahead)).toISOString().slice(0, 7)]
      : []
  )
}
