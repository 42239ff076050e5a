import { useState } from "preact/hooks"
import type { PaymentView } from "../../../rooms/payments/PaymentView.ts"
import type { Wire } from "../../../Wire.ts"
import { dayOf } from "../../format/day.tsx"
import { Clock } from "../../format/time.tsx"
import { type TimelineEntry, timelineEntries } from "./timelineEntries.tsx"

const kinds = { event: "Event", webhook: "Webhook", booking: "Books", act: "Person" } as const

type Choice = keyof typeof kinds | "all"

const choices: ReadonlyArray<readonly [Choice, string]> = [
  ["all", "All"],
  ["event", "Events"],
  ["webhook", "Webhooks"],
  ["booking", "Books"],
  ["act", "People"]
]

/** A shorter timeline needs no choice of kinds. */
const fewEntries = 8

/** Everything that happened, newest first: events, deliveries, bookings, and what people did. */
export const Timeline = ({ view }: { view: Wire<PaymentView> }) => {
  const [chosen, setChosen] = useState<Choice>("all")
  const all = timelineEntries(view)
  const isLong = all.length > fewEntries
  const entries = isLong && chosen !== "all" ? all.filter(({ kind }) => kind === chosen) : all
  return (
    <section class="card">
      <div class="head">
        <h2>Timeline</h2>
        {isLong ? (
          <fieldset class="modes">
            <legend class="hidden">Kinds</legend>
            {choices.map(([choice, label]) => (
              <button
                key={choice}
                type="button"
                aria-pressed={choice === chosen}
                onClick={() => setChosen(choice)}
              >
                {label}
              </button>
            ))}
          </fieldset>
        ) : null}
      </div>
      {entries.length === 0 ? (
        <p class="soft">{all.length === 0 ? "Nothing happened yet." : "None of this kind."}</p>
      ) : null}
      {daysOf(entries).map(([day, own]) => (
        <section key={day}>
          <h3 class="day">{day}</h3>
          <ol class="timeline">
            {own.map(({ id, at, kind, what }) => (
              <li key={id} class={kind}>
                <span class="kind">{kinds[kind]}</span>
                <div>{what}</div>
                <Clock at={at} />
              </li>
            ))}
          </ol>
        </section>
      ))}
    </section>
  )
}

/** Returns entries by their day in the person's time zone. */
const daysOf = (entries: ReadonlyArray<TimelineEntry>) => {
  const days = new Map<string, Array<TimelineEntry>>()
  for (const entry of entries) {
    const day = dayOf(entry.at)
    days.set(day, [...(days.get(day) ?? []), entry])
  }
  return [...days]
}
