import type { ListedPayment } from "@payloom/core"
import { anyAmount, anyCard, anyFaultPlan } from "@payloom/testkit/fast-check"
import fc from "fast-check"
import { expect, it } from "vitest"
import type { OrderFlow } from "./OrderFlow.ts"
import { type Order, totalOf } from "./OrderTable.ts"
import { openWorld, type World } from "./testing/openWorld.ts"

const day = 24

/** The position of an order, counted from the last one. */
const order = fc.nat({ max: 2 })
const hastily = fc.boolean()
const plain = { noNullPrototype: true } as const

// All test cards except those that wait for the payer, or for a call to the bank.
const card = anyCard(
  "approve",
  "decline",
  "cascade",
  "fail_everywhere",
  "leave_doubt",
  "take_time",
  "trip_captures",
  "trip_refunds"
)

const place = fc.record(
  {
    does: fc.constant("place" as const),
    cart: fc.array(anyAmount("EUR"), { minLength: 1, maxLength: 3 }),
    card,
    hastily
  },
  plain
)

const ship = fc.record({ does: fc.constant("ship" as const), order, hastily }, plain)

const takeBack = fc.record(
  { does: fc.constant("takeBack" as const), order, line: fc.nat({ max: 2 }), hastily },
  plain
)

const wait = fc.record(
  { does: fc.constant("wait" as const), hours: fc.constantFrom(1, 12, 2 * day) },
  plain
)

const restart = fc.record({ does: fc.constant("restart" as const) }, plain)

/** Actions in any order. The first action places an order, so that there is one. */
const happenings = fc
  .tuple(
    place,
    fc.array(
      fc.oneof(
        { weight: 1, arbitrary: place },
        { weight: 3, arbitrary: ship },
        { weight: 4, arbitrary: takeBack },
        { weight: 2, arbitrary: wait },
        { weight: 1, arbitrary: restart }
      ),
      { maxLength: 14, size: "max" }
    )
  )
  .map(([first, others]) => [first, ...others])

type Happening = typeof happenings extends fc.Arbitrary<Array<infer One>> ? One : never

/** Presses a button. If `hastily`, presses it twice while the shop's timer runs. */
const press = async (
  world: World,
  hastily: boolean,
  button: (flow: OrderFlow) => Promise<unknown>
): Promise<void> => {
  await world.run(({ flow }) =>
    hastily ? Promise.all([button(flow), button(flow), flow.catchUp()]) : button(flow)
  )
  await world.work()
}

const letters = "abcdefghijklmno"

/** Returns an order's id. There is always one, because the first action places it. */
const idOf = ({ orders }: World, back: number): string => {
  const ids = orders.all().map(({ id }) => id)
  return ids.at(-1 - (back % ids.length)) ?? ""
}

const take = async (world: World, what: Happening): Promise<void> => {
  switch (what.does) {
    case "place": {
      const id = `order ${letters[world.orders.all().length]}`
      const saved = await world.savedCard(what.card)
      return press(world, what.hastily, (flow) => flow.place(id, what.cart, saved))
    }
    case "ship": {
      const id = idOf(world, what.order)
      return press(world, what.hastily, (flow) => flow.ship(id))
    }
    case "takeBack": {
      const id = idOf(world, what.order)
      const line = what.line % world.orders.get(id).lines.length
      return press(world, what.hastily, (flow) => flow.takeBack(id, line))
    }
    case "wait":
      return world.pass(what.hours)
    case "restart":
      return world.restart()
  }
}

/** Returns an order and its amounts as the shop knows them. */
const seenByShop = ({ id, status, lines }: Order) => ({
  order: id,
  status,
  taken: status === "shipped" ? totalOf({ lines }) : 0n,
  givenBack: totalOf({ lines: lines.filter((line) => line.status === "refunded") }),
  stillReturning: lines.filter((line) => line.status === "returning").length
})

const ends: Readonly<Record<string, Order["status"]>> = {
  succeeded: "shipped",
  partially_refunded: "shipped",
  refunded: "shipped",
  declined: "unpaid",
  failed: "unpaid",
  expired: "expired"
}

/** Returns an order and its amounts as the engine knows them. */
const seenByEngine = ({ status, amountCaptured, amountRefunded, metadata }: ListedPayment) => ({
  order: metadata.order ?? "",
  status: ends[status] ?? status,
  taken: amountCaptured,
  givenBack: amountRefunded,
  stillReturning: 0
})

const byOrder = (left: { readonly order: string }, right: { readonly order: string }) =>
  left.order < right.order ? -1 : 1

// Other runs: SEED=7 RUNS=1000 npx vitest run examples/test-your-own-flow
const runs = { numRuns: Number(process.env.RUNS ?? 100), seed: Number(process.env.SEED ?? 1) }

it("shop, engine and bank agree after any actions and faults", () =>
  fc.assert(
    fc.asyncProperty(happenings, anyFaultPlan(), async (actions, plan) => {
      const world = await openWorld()
      for (const action of actions) if (action.does === "place") await world.savedCard(action.card)
      const endFaults = world.goWrong(plan)
      for (const action of actions) await take(world, action)

      // The faults end, and all work is completed.
      endFaults()
      await world.restart()
      await world.pass(12 * day)
      await world.repeatNotifications()

      const orders = world.orders.all()
      const { data: payments } = await world.shop().payments.list({ limit: 100 })
      // Each order has one payment, which is charged and refunded once.
      expect(orders.map(seenByShop)).toEqual(payments.map(seenByEngine).sort(byOrder))
      // Each shipped order has one parcel, and no other order has one.
      const shipped = orders.filter(({ status }) => status === "shipped")
      expect(world.parcels.toSorted()).toEqual(shipped.map(({ id }) => id).toSorted())
      expect(await world.audit()).toEqual([])
    }),
    runs
  ))
