import { type Simulation, simulation } from "@payloom/testkit"
import { wrapped } from "./wrapped.ts"

/** A year of a subscription, as it is told by what happens to it. */
interface Story {
  readonly title: string
  readonly about: string
  readonly startsAt?: string
  readonly dunningExhausted?: "terminate" | "pause"
  /** Answers the subscription. */
  readonly happens: (lab: Simulation) => Promise<string>
}

const monthly = { unit: "month", count: 1 } as const
const euros = { currency: "EUR", amount: 900n, interval: monthly } as const

const plan = async (
  { shop }: Simulation,
  extras: Partial<Parameters<typeof shop.plans.create>[0]>
) =>
  (await shop.plans.create({ name: "Coffee", ...euros, ...extras }, { idempotencyKey: "plan" })).id

const stories: ReadonlyArray<Story> = [
  {
    title: "A trial",
    about: `Fourteen days that cost nothing. The card is checked at the start, and charged for
      the first time when the trial ends; from there the months are counted.`,
    happens: async (lab) => {
      const { id } = await lab.subscribe({ trialDays: 14 })
      await lab.advance("1 year")
      return id
    }
  },
  {
    title: "A setup fee",
    about: `A plan with a setup fee of 20.00 and a trial for 1.00: the first payment is both,
      and every later one is the plan's amount.`,
    happens: async (lab) => {
      const { id } = await lab.subscribe({
        plan: await plan(lab, { setupFee: 2000n, trial: { days: 30, amount: 100n } })
      })
      await lab.advance("1 year")
      return id
    }
  },
  {
    title: "From the 31st",
    about: `Months that have no 31st are billed on their last day, and those that have one on
      the 31st again: each date is counted from the first, so nothing drifts.`,
    startsAt: "2026-01-31T12:00:00Z",
    happens: async (lab) => {
      const { id } = await lab.subscribe()
      await lab.advance("1 year")
      return id
    }
  },
  {
    title: "From a leap day",
    about: "A yearly subscription that began on the 29th of February.",
    startsAt: "2028-02-29T12:00:00Z",
    happens: async (lab) => {
      const { id } = await lab.subscribe({ interval: { unit: "year", count: 1 } })
      await lab.advance("4 years")
      return id
    }
  },
  {
    title: "A pause that shifts",
    about: `Paused for 45 days. What was left of the period when it was paused is left of it
      when it is resumed: the next cycle moves by the pause, and those behind it are
      counted from there.`,
    happens: async (lab) => {
      const { id } = await lab.subscribe()
      await lab.advance("100 days")
      await lab.shop.subscriptions.pause(id, {}, { idempotencyKey: "pause" })
      await lab.advance("45 days")
      await lab.shop.subscriptions.resume(id, { idempotencyKey: "resume" })
      await lab.advance("220 days")
      return id
    }
  },
  {
    title: "A pause that skips",
    about: `The same, by \`skip\` and with an end from the start: the cycles that fall due in it
      are left out, and the dates of the others stay.`,
    happens: async (lab) => {
      const { id } = await lab.subscribe()
      await lab.advance("100 days")
      const resumesAt = lab.clock.now() + 45 * 86_400_000
      await lab.shop.subscriptions.pause(
        id,
        { behavior: "skip", resumesAt },
        { idempotencyKey: "pause" }
      )
      await lab.advance("265 days")
      return id
    }
  },
  {
    title: "An outage",
    about: `When the fourth cycle is due, the issuer can't be reached for two days. No card is to
      blame, so it is no try: the subscription stays \`active\`, its subscriber keeps access, and no
      date of dunning is used up. It is charged again 1 minute, 10 minutes, 1 hour, 6 hours and 12
      hours after each failure, and then every 12 hours. After a day an alert is raised. The same
      happens if no account can take the charge, or if a process dies before it sends it.`,
    happens: async (lab) => {
      const card = await lab.card()
      const { id } = await lab.subscribe({ card })
      await lab.advance("80 days")
      card.becomes("issuer_unavailable")
      await lab.advance("12 days")
      card.becomes("approved")
      await lab.advance("273 days")
      return id
    }
  },
  {
    title: "Dunning, recovered",
    about: `The card has no money when the fourth cycle is due. It is tried again 1, 4, 9 and 16
      days later; the third time there is money.`,
    happens: async (lab) => {
      const card = await lab.card()
      const { id } = await lab.subscribe({ card })
      await lab.advance("80 days")
      card.becomes("insufficient_funds")
      await lab.advance("16 days")
      card.becomes("approved")
      await lab.advance("269 days")
      return id
    }
  },
  {
    title: "Dunning, lost",
    about: `The card was reported lost. A hard decline is not tried again on the same card: the
      dates pass unused, and after the last the subscription is terminated. An account may
      choose to have it paused instead.`,
    happens: async (lab) => {
      const card = await lab.card()
      const { id } = await lab.subscribe({ card })
      await lab.advance("80 days")
      card.becomes("lost_card")
      await lab.advance("285 days")
      return id
    }
  }
]

const told = async ({ title, about, happens, ...options }: Story): Promise<string> => {
  const lab = await simulation(options)
  const timeline = await lab.timeline(await happens(lab))
  await lab.close()
  return `## ${title}\n\n${wrapped(about)}\n\n\`\`\`\n${timeline}\n\`\`\``
}

/** `billing.md`: what subscriptions do, as they do it. */
export const billing = async (): Promise<string> => {
  const years: Array<string> = []
  for (const story of stories) years.push(await told(story))
  return `# Billing

What a subscription does in a year, in the cases that matter. Nothing here is written by hand: each
timeline is what the engine did in a simulation, with the sandbox as its bank.

A subscription has one row for each billing cycle, three of them ahead of the one that is current.
The first charge is the customer's own, later ones are made by the merchant on the agreement that
the first one began. \`grantsAccess(subscription, now)\` tells whether its subscriber may use what
they subscribed to, and \`subscriptions.preview(terms)\` what it would charge, and when. The
statuses and what moves them are in [State machines](../reference/state-machines.md#subscription).

Months are tried out in milliseconds by the same means:

\`\`\`ts
import { simulation } from "@payloom/testkit"

const lab = await simulation({ startsAt: "2026-01-31T12:00:00Z" })
const card = await lab.card()
const { id } = await lab.subscribe({ card, amount: 900n })
await lab.advance("2 months")
card.becomes("insufficient_funds")
await lab.advance("1 month")
console.log(await lab.timeline(id))
\`\`\`

${years.join("\n\n")}
`
}
