const short = new Intl.DateTimeFormat(undefined, {
  day: "numeric",
  month: "short",
  hour: "2-digit",
  minute: "2-digit"
})
const withYear = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" })
const full = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "medium" })

const inUtc = (moment: number): string => {
  const [date, time = ""] = new Date(moment).toISOString().split("T")
  return `${date} ${time.slice(0, 8)} UTC`
}

/** Shows a time in the person's time zone. A tooltip has the time in UTC. */
export const Time = ({ at, exact = false }: { at: number; exact?: boolean }) => {
  const date = new Date(at)
  const isThisYear = date.getFullYear() === new Date().getFullYear()
  const format = exact ? full : isThisYear ? short : withYear
  return (
    <time dateTime={date.toISOString()} title={inUtc(at)}>
      {format.format(date)}
    </time>
  )
}
