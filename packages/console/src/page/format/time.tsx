const short = new Intl.DateTimeFormat(undefined, {
  day: "numeric",
  month: "short",
  hour: "2-digit",
  minute: "2-digit"
})
const withYear = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" })
const clock = new Intl.DateTimeFormat(undefined, { timeStyle: "medium" })

const inUtc = (moment: number): string => {
  const [date, time = ""] = new Date(moment).toISOString().split("T")
  return `${date} ${time.slice(0, 8)} UTC`
}

interface TimeProps {
  /** Milliseconds since the epoch. */
  readonly at: number
  /** True to show the year also if it is this year. */
  readonly exact?: boolean
}

/** Shows a time in the person's time zone. A tooltip has the time in UTC, with seconds. */
export const Time = ({ at, exact = false }: TimeProps) => {
  const isThisYear = new Date(at).getFullYear() === new Date().getFullYear()
  return <Shown at={at} format={exact || !isThisYear ? withYear : short} />
}

/** Shows the time of the day with seconds, below the date. A tooltip has the time in UTC. */
export const Clock = ({ at }: { at: number }) => <Shown at={at} format={clock} />

const Shown = ({ at, format }: { at: number; format: Intl.DateTimeFormat }) => {
  const date = new Date(at)
  return (
    <time dateTime={date.toISOString()} title={inUtc(at)}>
      {format.format(date)}
    </time>
  )
}
