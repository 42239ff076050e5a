const format = new Intl.DateTimeFormat(undefined, { dateStyle: "medium" })

/** Formats the day of a time in the person's time zone. */
export const dayOf = (at: number): string => format.format(at)

/** Shows the day of a time. A tooltip has the time in UTC. */
export const Day = ({ at }: { at: number }) => {
  const date = new Date(at)
  const utc = date.toISOString().replace("T", " ").slice(0, 19)
  return (
    <time dateTime={date.toISOString()} title={`${utc} UTC`}>
      {dayOf(at)}
    </time>
  )
}

/** Shows a period by its first day and the day on which the next period begins. */
export const Period = ({ from, to }: { from: number; to: number }) => (
  <span class="one-line">{format.formatRange(from, to)}</span>
)

const relative = new Intl.RelativeTimeFormat(undefined, { numeric: "auto" })
const hourMs = 3_600_000
const dayMs = 24 * hourMs

const startOfDay = (at: number): number => new Date(at).setHours(0, 0, 0, 0)

/** Formats the distance of a time from another one: `in 3 days`, `yesterday`, `in 5 hours`. */
export const distance = (at: number, now: number): string => {
  const days = Math.round((startOfDay(at) - startOfDay(now)) / dayMs)
  return days === 0
    ? relative.format(Math.trunc((at - now) / hourMs), "hour")
    : relative.format(days, "day")
}
