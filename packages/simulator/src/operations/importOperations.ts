import { ImportCollection } from "@payloom/core"
import { sandboxAccounts } from "@payloom/testkit"
import { type Choices, onMerchant } from "./Operation.ts"

const day = 86_400_000

const accounts = ["acct_1", "acct_2"] as const
const steps = ["freeze", "freeze", "confirm_freeze", "release", "confirm_release", "end"] as const

/** Another billing system has three subscriptions, each with a customer and a card. */
const nth = ({ draw }: Choices): number => 1 + (draw.number() % 3)

/** The newest session of an import. Sometimes an older one, whose writes are refused. */
const write = async (choices: Choices) => {
  const { id, session } = await choices.row(ImportCollection)
  return { import: id, session: choices.draw.chance(10) ? session - 1 : session }
}

/** A page of the other system, as a program for its takeover reads it. */
const page = async (choices: Choices) => {
  const { ground, draw } = choices
  const place = nth(choices)
  const [customer, card] = [`stripe:cus_${place}`, `stripe:pm_${place}`]
  const nextCharge = ground.clock.now() + draw.one([1, 10, 25]) * day
  return {
    ...(await write(choices)),
    customers: [
      {
        externalId: customer,
        email: null,
        name: null,
        country: null,
        postalCode: null,
        defaultCard: card,
        metadata: {}
      }
    ],
    cards: [
      {
        externalId: card,
        customer,
        vaultReference: `pm_${place}`,
        token: `pm_${place}:cus_${place}`,
        brand: "visa",
        last4: "4242",
        expMonth: 12,
        expYear: 2049,
        funding: "credit",
        country: "US",
        fingerprint: `card ${place}`
      }
    ],
    subscriptions: [
      {
        externalId: externalId(place),
        customer,
        status: "active",
        reasons: draw.chance(15) ? ["unknown_price"] : [],
        terms: {
          card,
          plan: null,
          amount: 900n,
          currency: "EUR",
          interval: { unit: "month", count: 1 },
          anchor: nextCharge,
          nextCharge,
          isTrialing: draw.chance(20),
          cancelAtPeriodEnd: draw.chance(10),
          since: ground.clock.now() - 90 * day,
          metadata: {}
        }
      }
    ]
  }
}

const externalId = (place: number): string => `stripe:sub_${place}`

const states = ["copied", "left", "freezing", "frozen", "taken_over", "released"] as const

const objects = async (choices: Choices) => ({
  import: (await choices.row(ImportCollection)).id,
  kind: "subscription",
  state: choices.draw.one(states)
})

/** The takeover of customers and subscriptions from another billing system. */
export const importOperations = onMerchant("imports", {
  start: ({ ground, draw }) => [
    {
      source: "stripe",
      account: draw.one(accounts),
      provider: ground.box.provider.name,
      credentials: sandboxAccounts.primary
    }
  ],
  list: () => [],
  copy: async (choices) => [await page(choices)],
  move: async (choices) => [
    {
      ...(await write(choices)),
      moves: [{ externalId: externalId(nth(choices)), step: choices.draw.one(steps) }]
    }
  ],
  takeOver: async (choices) => [await page(choices)],
  giveBack: async (choices) => [
    { ...(await write(choices)), externalIds: [externalId(nth(choices))] }
  ],
  objects: async (choices) => [await objects(choices)],
  find: (choices) => [[externalId(nth(choices))]]
})
