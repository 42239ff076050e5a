import {
  Amount,
  CustomerId,
  collection,
  defineModule,
  MinorAmount,
  type ModuleContext,
  ModuleError,
  type ModuleFollower,
  moduleEvent,
  moduleJob,
  moduleMutation,
  moduleQuery,
  Payloom,
  type PayloomSetup
} from "@payloom/core"
import { Schema } from "effect"
import { manualClock } from "../../clock/manualClock.ts"
import { sandbox } from "../../sandbox/sandbox.ts"
import { memory } from "../../storage/memory.ts"

const PointsRow = Schema.Struct({ id: Schema.String, customer: CustomerId, left: Amount })
interface PointsRow extends Schema.Schema.Type<typeof PointsRow> {}

export const Points = collection<PointsRow>({
  name: "loyalty_points",
  schema: PointsRow,
  unique: { customer: { of: ({ customer }) => customer } }
})

const PointsResource = Schema.Struct({
  object: Schema.Literal("points"),
  id: Schema.String,
  left: MinorAmount
}).annotate({ identifier: "Points" })

const toPoints = ({ id, left }: PointsRow): typeof PointsResource.Type => ({
  object: "points",
  id,
  left
})

const Earned = moduleEvent({
  type: "loyalty.earned",
  object: "points",
  resource: PointsResource,
  of: toPoints,
  when: "Points were earned."
})

/** There are fewer points than asked for. */
export class TooFewPoints extends ModuleError("TooFewPoints", {
  status: 409,
  code: "loyalty_too_few_points",
  when: "The customer has fewer points."
})<{ readonly left: bigint }> {
  override get message(): string {
    return `Only ${this.left} points are left: spend fewer.`
  }
}

const expire = moduleJob({
  kind: "loyalty.expire",
  run: async (context, id) => {
    const found = await context.get(Points, id)
    return found === null ? {} : { changes: [context.remove(Points, found)] }
  }
})

const earn = async (context: ModuleContext, customer: string, amount: bigint, payment?: string) => {
  const found = await context.find(Points, "customer", customer)
  const before = found?.row ?? {
    id: context.newId("points"),
    customer: customer as PointsRow["customer"],
    left: 0n
  }
  const row = { ...before, left: before.left + amount }
  return {
    row,
    changes: [
      found === null
        ? context.insert(Points, row, Earned)
        : context.update(Points, found, row, Earned),
      context.post({
        kind: "loyalty.earned",
        debit: "loyalty.granted",
        credit: "loyalty.open",
        amount,
        currency: "EUR",
        ...(payment === undefined ? {} : { payment })
      }),
      await context.schedule(expire, row.id, context.now + 1000)
    ]
  }
}

/** A point for every minor unit that a customer pays. */
const follower: ModuleFollower = {
  follow: async (context, { before, after }) =>
    after.status === "succeeded" && before?.status !== "succeeded" && after.customer !== null
      ? (await earn(context, after.customer, after.amount, after.id)).changes
      : []
}

const Amounts = Schema.Struct({ customer: CustomerId, amount: MinorAmount })

/** Operations of a module with an operation for each thing that a module may do wrong. */
export const operations = {
  grant: moduleMutation({
    summary: "Grant points",
    path: "/loyalty/points",
    input: Amounts,
    output: PointsResource,
    decide: async (context, { customer, amount }) => {
      const { row, changes } = await earn(context, customer, amount)
      return { changes, answer: toPoints(row) }
    }
  }),
  spend: moduleMutation({
    summary: "Spend points",
    path: "/loyalty/points/{id}/spend",
    input: Schema.Struct({ amount: MinorAmount }),
    output: PointsResource,
    errors: [TooFewPoints],
    decide: async (context, { amount }, id) => {
      const found = await context.get(Points, id)
      if (found === null || found.row.left < amount) {
        throw new TooFewPoints({ left: found?.row.left ?? 0n })
      }
      const row = { ...found.row, left: found.row.left - amount }
      return { changes: [context.update(Points, found, row)], answer: toPoints(row) }
    }
  }),
  points: moduleQuery({
    summary: "Retrieve the points of a customer",
    path: "/loyalty/points",
    input: Schema.Struct({ customer: CustomerId }),
    output: Schema.NullOr(PointsResource),
    read: async (reads, { customer }) => {
      const found = await reads.find(Points, "customer", customer)
      return found === null ? null : toPoints(found.row)
    }
  })
}

/** The definition of a module for points, to be changed by a test. */
export const definition = {
  name: "loyalty",
  description: "Points for payments.",
  collections: [Points],
  operations: { points: operations },
  events: [Earned],
  jobs: [expire],
  followers: [follower],
  accounts: ["loyalty.granted", "loyalty.open"]
} as const

export const loyalty = defineModule(definition)

/** Opens a shop with the module, and a customer with a card. */
export const openLoyalty = async (setup: Partial<PayloomSetup<never>> = {}) =>
  openWith(loyalty, setup)

/** Opens a shop with a module that has the operations of `loyalty`. */
export const openWith = async (
  module: typeof loyalty,
  setup: Partial<PayloomSetup<never>> = {}
) => {
  const box = sandbox()
  const clock = manualClock()
  const payloom = await Payloom.make({
    ...box.setup,
    storage: memory(),
    workers: false,
    clock,
    onLog: () => undefined,
    modules: [module],
    ...(setup as object)
  })
  const { scope } = await box.openShop(payloom)
  const shop = payloom.merchant(scope)
  const customer = (await shop.customers.create({}, { idempotencyKey: "customer" })).id
  const paymentInstrument = await box.saveCard(shop, "approved", customer)
  const pay = (idempotencyKey: string, amount = 1250n) =>
    clock.until(
      shop.payments.create(
        { amount, currency: "EUR", type: "one_off", paymentInstrument },
        { idempotencyKey }
      )
    )
  return { box, clock, payloom, shop, customer, pay }
}
