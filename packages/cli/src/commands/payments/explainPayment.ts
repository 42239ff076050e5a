import { type AttemptExplanation, type PaymentStory, paymentCodec } from "@payloom/core"
import type { Run } from "../../command/Command.ts"
import { amountText, orDash, statusCell, timeText } from "../../output/format.ts"
import type { Cell, Section } from "../../output/Output.ts"
import { wireForm } from "../../output/wireForm.ts"
import { paymentSection } from "./showPayment.ts"

/** Explains a payment: its attempts, events, webhooks and bookings. */
export const explainPayment: Run<{ readonly payment: string }, "database"> = async (
  { payment: id },
  { target }
) => {
  const { merchant } = await target.account()
  const [story, mids] = await Promise.all([
    merchant.payments.story(id),
    merchant.routing.listMids()
  ])
  const names = new Map<string, string>(mids.map((mid) => [mid.id, mid.name]))
  return {
    kind: "value",
    sections: [
      paymentSection(story.payment),
      ...story.attempts.map((attempt, nth) => attemptSection(attempt, nth, names)),
      eventSection(story),
      deliverySection(story),
      bookSection(story)
    ],
    json: {
      payment: paymentCodec.encode(story.payment),
      attempts: wireForm(story.attempts),
      events: wireForm(story.events),
      deliveries: wireForm(story.deliveries),
      books: wireForm(story.books)
    }
  }
}

const attemptSection = (
  attempt: AttemptExplanation,
  nth: number,
  names: ReadonlyMap<string, string>
): Section => {
  const account = (mid: string) => `${names.get(mid) ?? "removed account"} (${mid})`
  const fields: ReadonlyArray<readonly [string, Cell | null]> = [
    ["Status", statusCell(attempt.status)],
    ["Account", attempt.mid === null ? "none could take it" : account(attempt.mid)],
    ["Provider", attempt.provider],
    ["Rule", attempt.rule ?? "none matched"],
    [
      "Decline",
      attempt.decline === null ? null : `${attempt.decline.code}: ${attempt.decline.message}`
    ],
    ["Provider's code", attempt.rawCode],
    ["Network code", attempt.networkCode],
    ["Provider's words", attempt.message],
    ["Reason", attempt.reason],
    ["Approval code", attempt.authCode],
    ["Exemption", attempt.exemption],
    ["Created", `${timeText(attempt.created)} UTC`],
    ["Decided", attempt.settledAt === null ? "not yet" : `${timeText(attempt.settledAt)} UTC`]
  ]
  return {
    title: `Attempt ${nth + 1}: ${attempt.attempt}`,
    fields: fields.flatMap(([label, value]) => (value === null ? [] : [[label, value] as const])),
    table: {
      columns: [
        { title: "Considered", shrinks: true },
        { title: "Verdict", shrinks: true }
      ],
      rows: attempt.candidates.map((candidate) => [
        account(candidate.mid),
        verdictOf(candidate as unknown as Readonly<Record<string, unknown>>)
      ]),
      empty: "No account was considered."
    }
  }
}

/** A candidate is its account, and what routing found out about it. */
const verdictOf = ({ mid: _, ...facts }: Readonly<Record<string, unknown>>): string =>
  Object.entries(facts)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([name, value]) => (name === "verdict" ? String(value) : `${name}: ${String(value)}`))
    .join(", ")

const eventSection = ({ events }: PaymentStory): Section => ({
  title: "Events",
  table: {
    columns: [{ title: "Time (UTC)" }, { title: "Type" }, { title: "Event" }],
    rows: events.map((event) => [timeText(event.occurredAt), event.type, event.id]),
    empty: "Nothing was recorded."
  }
})

const deliverySection = ({ deliveries }: PaymentStory): Section => ({
  title: "Webhooks",
  table: {
    columns: [
      { title: "Last try (UTC)" },
      { title: "Status" },
      { title: "Event" },
      { title: "Answer", shrinks: true },
      { title: "Delivery" }
    ],
    rows: deliveries.map(({ attempts, status, type, id }) => {
      const last = attempts.at(-1)
      return [
        timeText(last?.at ?? null),
        statusCell(status),
        type,
        last === undefined ? "not sent yet" : orDash(last.error ?? `HTTP ${last.status}`),
        id
      ]
    }),
    empty: "No webhook was sent."
  }
})

const bookSection = ({ books }: PaymentStory): Section => ({
  title: "Books",
  table: {
    columns: [
      { title: "Time (UTC)" },
      { title: "Kind" },
      { title: "Account", shrinks: true },
      { title: "Amount", align: "right" }
    ],
    rows: books.flatMap((group) =>
      group.entries.map(({ account, amount }, nth) => [
        nth === 0 ? timeText(group.created) : "",
        nth === 0 ? group.kind : "",
        account,
        amountText(amount, group.currency)
      ])
    ),
    empty: "Nothing was booked."
  }
})
