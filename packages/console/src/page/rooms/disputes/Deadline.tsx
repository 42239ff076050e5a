import { distance } from "../../format/day.tsx"
import { Time } from "../../format/time.tsx"

const dayMs = 86_400_000
const weekMs = 7 * dayMs

/** The headings of the list, in their order. */
export const groupTitles = [
  "Due in the next 7 days",
  "Due later",
  "Without a deadline",
  "Past its deadline"
] as const

/** Returns the heading under which a deadline stands. */
export const groupOf = (at: number | null, now: number): (typeof groupTitles)[number] => {
  if (at === null) return "Without a deadline"
  if (at < now) return "Past its deadline"
  if (at < now + weekMs) return "Due in the next 7 days"
  return "Due later"
}

interface DeadlineProps {
  readonly at: number | null
  readonly stage: string
  readonly now: number
}

/** The deadline of a dispute's evidence, and how far away it is. */
export const Deadline = ({ at, stage, now }: DeadlineProps) => {
  if (stage === "representment_submitted") return <span class="soft">Submitted</span>
  if (at === null) return <span class="soft">Not known</span>
  const tone = at < now + 3 * dayMs ? "complaint" : at < now + weekMs ? "caution" : "soft"
  return (
    <>
      <Time at={at} /> <span class={tone}>{distance(at, now)}</span>
    </>
  )
}
