import { type Simulation, simulation } from "@payloom/testkit"
import { wrapped } from "./wrapped.ts"

/** A subscription over a year or more, with the events that shape it. */
interface Story {
  readonly title: string
  readonly about: string
  readonly startsAt?: string
  readonly dunningExhausted?: "terminate" | "pause"
  /** Runs the example. Returns the subscription's id. */
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
    about: `The first fourteen days are free. The card is checked at the start and charged for the
      first time when the trial ends. The months are counted from that date.`,
    happens: async (lab) => {
      const { id } = await lab.subscribe({ trialDays: 14 })
      await lab.advance("1 year")
      return id
    }
  },
  {
    title: "A setup fee",
    about: `A plan with a setup fee of 20.00 and a trial for 1.00. The first payment is the sum of
      both. Every later payment is the plan's amount.`,
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
    about: `A month without a 31st is billed on its last day. A month with a 31st is billed on the
      31st again. Each date is counted from the first date, so the dates don't drift.`,
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
    about: `A pause of 45 days. The rest of the paused period remains after the pause. The next
      cycle moves by the length of the pause, and later cycles are counted from it.`,
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
    about: `The same pause with \`skip\` and a fixed end. Cycles that fall due during the pause are
      skipped. The dates of the other cycles stay.`,
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
    about: `When the fourth cycle is due, the issuer can't be reached for two days. The card is not
      at fault, so the failure doesn't count as a try. The subscription stays \`active\`, its
      subscriber keeps access, and no retry date is used up. The cycle is charged again 1 minute
      after the first failure, then after 10 minutes, 1 hour, 6 hours and 12 hours, and then every
      12 hours. After a day an alert is raised. The same happens if no account can take the charge,
      or if a process dies before it sends the charge.`,
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
    about: `Dunning is the retrying of a declined renewal. When the fourth cycle is due, the card
      has no money. It is charged again 1, 4, 9 and 16 days later. The third of these tries
      succeeds.`,
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
    about: `The card was reported lost. After a hard decline the same card is not charged again. The
      dates pass unused. After the last date the subscription is terminated. The account may be set
      to pause it instead.`,
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

/** Returns the text of `billing.md`, timelines of subscriptions in a simulation. */
export const billing = async (): Promise<string> => {
  const years: Array<string> = []
  for (const story of stories) years.push(await told(story))
  return `# A year of billing

This document shows a subscription's year in the most important cases. Each timeline is generated:
it shows a simulation of the engine, with the sandbox as its bank.

A subscription has one row for each billing cycle. Three cycles are created ahead of the current
one. The customer makes the first charge, which begins an agreement. The merchant makes later
charges under that agreement.

- \`grantsAccess(subscription, now)\` says if the subscriber may use the product.
- \`subscriptions.preview(terms)\` returns the amounts and dates of the charges.
- [State machines](../reference/state-machines.md#subscription) shows the statuses and their
  triggers.

The same simulation tests months of your own code in milliseconds:

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
