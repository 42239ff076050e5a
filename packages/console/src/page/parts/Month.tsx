/** A marked day of a month. */
export interface Mark {
  readonly at: number
  readonly tone: "good" | "bad" | "warn" | "busy" | "calm"
  /** The event of the day in words, for a tooltip and for screen readers. */
  readonly text: string
}

interface MonthProps {
  /** The start of the month in the person's time zone. */
  readonly start: number
  readonly marks: ReadonlyArray<Mark>
  readonly today: number
}

/** Returns the start of a time's month in the person's time zone. */
export const monthOf = (at: number): number => {
  const date = new Date(at)
  return new Date(date.getFullYear(), date.getMonth(), 1).getTime()
}

const title = new Intl.DateTimeFormat(undefined, { month: "long", year: "numeric" })
const weekday = new Intl.DateTimeFormat(undefined, { weekday: "narrow", timeZone: "UTC" })
const longWeekday = new Intl.DateTimeFormat(undefined, { weekday: "long", timeZone: "UTC" })

interface Weeks {
  readonly getWeekInfo?: () => { readonly firstDay: number }
}

/** The first day of a week, from 1 for Monday to 7 for Sunday. Monday if the browser can't tell. */
const firstDay = ((): number => {
  const locale = new Intl.Locale(navigator.language) as unknown as Weeks
  return locale.getWeekInfo?.().firstDay ?? 1
})()

/** The 1st of January 2024 was a Monday. */
const mondayAfter = (days: number): number => Date.UTC(2024, 0, days)

const days = [0, 1, 2, 3, 4, 5, 6].map((index) => mondayAfter(firstDay + index))

/** A month with marked days. */
export const Month = ({ start, marks, today }: MonthProps) => {
  const first = new Date(start)
  const [year, month] = [first.getFullYear(), first.getMonth()]
  const length = new Date(year, month + 1, 0).getDate()
  const lead = (first.getDay() - (firstDay % 7) + 7) % 7
  const cells = Array.from({ length: Math.ceil((lead + length) / 7) * 7 }, (_, at) => {
    const day = at - lead + 1
    return day < 1 || day > length ? null : day
  })
  const isDay = (at: number, day: number): boolean => {
    const date = new Date(at)
    return date.getDate() === day && date.getMonth() === month && date.getFullYear() === year
  }
  return (
    <table class="month">
      <caption>{title.format(first)}</caption>
      <thead>
        <tr>
          {days.map((day) => (
            <th key={day} scope="col" abbr={longWeekday.format(day)}>
              {weekday.format(day)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {Array.from({ length: cells.length / 7 }, (_, week) => (
          <tr key={week}>
            {cells.slice(week * 7, week * 7 + 7).map((day, at) => (
              <td key={at} data-today={day !== null && isDay(today, day)}>
                {day === null ? null : (
                  <DayCell day={day} marks={marks.filter((mark) => isDay(mark.at, day))} />
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const DayCell = ({ day, marks }: { day: number; marks: ReadonlyArray<Mark> }) => {
  const [mark] = marks
  if (mark === undefined) return <span>{day}</span>
  const text = marks.map((one) => one.text).join(", ")
  return (
    <span class={`mark ${mark.tone}`} title={text}>
      {day}
      <span class="hidden"> {text}</span>
    </span>
  )
}
