import { dayMs } from "../../kernel/primitives/durations.ts"
import type { Millis } from "../../kernel/primitives/Timestamp.ts"
import type { VaultedCard } from "../vault/CardVault.ts"

/** Returns the last month in which a card is valid, such as `2031-04`. */
export const expiryMonth = ({ expYear, expMonth }: VaultedCard): string =>
  `${expYear}-${String(expMonth).padStart(2, "0")}`

const announcedBeforeMs = 30 * dayMs

/** Returns the months, in UTC, that end within the next 30 days: none, one or two. */
export const monthsEndingSoon = (now: Millis): ReadonlyArray<string> => {
  const today = new Date(now)
  const monthAt = (ahead: number) => Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + ahead)
  return [0, 1].flatMap((ahead) =>
    monthAt(ahead + 1) - announcedBeforeMs <= now
      ? [new Date(monthAt(ahead)).toISOString().slice(0, 7)]
      : []
  )
}
