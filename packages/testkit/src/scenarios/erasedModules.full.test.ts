import {
  CustomerId,
  collection,
  defineModule,
  EventCollection,
  IdempotencyRecordCollection,
  moduleEvent,
  moduleMutation,
  Payloom,
  personalRows,
  type Row
} from "@payloom/core"
import { Effect, Schema } from "effect"
import { describe, expect, it } from "vitest"
import { everyRow } from "../audit/everyRow.ts"
import { manualClock } from "../clock/manualClock.ts"
import { sandbox } from "../sandbox/sandbox.ts"
import { memory } from "../storage/memory.ts"

const GiftRow = Schema.Struct({
  id: Schema.String,
  customer: CustomerId,
  text: Schema.String,
  sent: Schema.Int
})
interface GiftRow extends Schema.Schema.Type<typeof GiftRow> {}
const Gifts = collection<GiftRow>({
  name: "gifts_gifts",
  schema: GiftRow,
  indexes: { customer: { of: ({ customer }) => customer } }
})

const NoteRow = Schema.Struct({ id: Schema.String, customer: CustomerId, text: Schema.String })
interface NoteRow extends Schema.Schema.Type<typeof NoteRow> {}
const Notes = collection<NoteRow>({
  name: "gifts_notes",
  schema: NoteRow,
  unique: { customer: { of: ({ customer }) => customer } }
})

const Gift = Schema.Struct({
  object: Schema.Literal("gift"),
  id: Schema.String,
  name: Schema.String,
  sent: Schema.Int
})
const toGift = ({ id, text, sent }: GiftRow) => ({
  object: "gift" as const,
  id,
  name: text,
  sent
})
const Given = moduleEvent({
  type: "gifts.given",
  object: "gift",
  resource: Gift,
  of: toGift,
  when: "A gift was given."
})

const gifts = defineModule({
  name: "gifts",
  description: "Gifts with a text.",
  collections: [Gifts, Notes],
  events: [Given],
  personal: [
    personalRows({ of: Gifts, customer: "customer", erase: (row) => ({ ...row, text: "" }) }),
    personalRows({ of: Notes, customer: "customer", erase: () => null })
  ],
  operations: {
    gifts: {
      give: moduleMutation({
        summary: "Give a gift",
        path: "/gifts",
        input: Schema.Struct({ customer: CustomerId, text: Schema.String, noted: Schema.Boolean }),
        output: Gift,
        decide: (context, { customer, text, noted }) => {
          const row = { id: context.newId("gift"), customer, text, sent: 1 }
          const note = { id: context.newId("note"), customer, text }
          const changes = [context.insert(Gifts, row, Given)]
          return {
            changes: noted ? [...changes, context.insert(Notes, note)] : changes,
            answer: toGift(row)
          }
        }
      })
    }
  }
})

describe("the erasure of a customer with rows of a module", () => {
  it("reaches its rows, their events and the module's answers, and no others", async () => {
    const box = sandbox()
    const clock = manualClock()
    const setup = { ...box.setup, storage: memory(), workers: false, clock, modules: [gifts] }
    const payloom = await Payloom.make(setup)
    const shop = await box.openShop(payloom).then(({ scope }) => payloom.merchant(scope))
    const create = (idempotencyKey: string) => shop.customers.create({}, { idempotencyKey })
    const [ada, eve] = [await create("ada"), await create("eve")]
    const give = (customer: string, text: string, nth: number) =>
      shop.gifts.give(
        { customer: customer as CustomerId, text, noted: nth === 0 },
        { idempotencyKey: `${text} ${nth}` }
      )
    for (let nth = 0; nth < 120; nth++) await give(ada.id, "zebra", nth)
    await give(eve.id, "heron", 0)
    const rows = async (text: string) => {
      const found: Array<string> = []
      for (const table of [Gifts, Notes, EventCollection, IdempotencyRecordCollection]) {
        const all: ReadonlyArray<Row> = await Effect.runPromise(
          everyRow<Row>(payloom.services.storage, shop.scope, table as never)
        )
        if (all.some((row) => JSON.stringify(row, bigints).includes(text))) found.push(table.name)
      }
      return found
    }
    const all = ["gifts_gifts", "gifts_notes", "events", "idempotency_records"]
    expect(await rows("zebra")).toEqual(all)
    await shop.customers.erase(ada.id, { idempotencyKey: "erase" })
    await clock.elapse(7_200_000, payloom)
    expect(await rows("zebra")).toEqual([])
    expect(await rows("heron")).toEqual(all)
    expect(await give(ada.id, "zebra", 3)).toMatchObject({ name: "[erased]", sent: 1 })
    const kept = await Effect.runPromise(everyRow(payloom.services.storage, shop.scope, Gifts))
    expect(kept).toHaveLength(121)
    await payloom.close()
  })

  it("refuses to start with personal rows of a table without such a key", () => {
    const rows = personalRows({ of: Gifts, customer: "nobody", erase: (row) => row })
    expect(() => defineModule({ name: "x", description: "X", personal: [rows] })).toThrow(
      "personal[0] must be made by personalRows"
    )
    const foreign = personalRows({ of: Gifts, customer: "customer", erase: (row) => row })
    expect(() => defineModule({ name: "x", description: "X", personal: [foreign] })).toThrow(
      "personal[0] must be of a table in collections"
    )
  })
})

const bigints = (_: string, value: unknown) => (typeof value === "bigint" ? `${value}` : value)
