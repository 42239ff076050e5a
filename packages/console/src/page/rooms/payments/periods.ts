/** A period by its first and its last day, as the address has them. */
export interface Period {
  readonly from: string
  readonly to: string
}

/** A period that operators often look at. */
interface NamedPeriod extends Period {
  readonly name: string
}

/** Returns the usual periods at a time, in the person's time zone. */
export const periodsAt = (now: Date): ReadonlyArray<NamedPeriod> => {
  const [year, month, date] = [now.getFullYear(), now.getMonth(), now.getDate()]
  const day = (...parts: readonly [number, number, number]): string => dayOf(new Date(...parts))
  const today = day(year, month, date)
  return [
    { name: "Today", from: today, to: today },
    { name: "Last 7 days", from: day(year, month, date - 6), to: today },
    { name: "This month", from: day(year, month, 1), to: today },
    { name: "Last month", from: day(year, month - 1, 1), to: day(year, month, 0) }
  ]
}

const dayOf = (at: Date): string =>
  [`${at.getFullYear()}`.padStart(4, "0"), at.getMonth() + 1, at.getDate()]
    .map((part) => `${part}`.padStart(2, "0"))
    .join("-")
