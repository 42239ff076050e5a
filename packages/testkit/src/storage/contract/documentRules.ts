import assert from "node:assert/strict"
import { type Collection, collection, insert, type StorageUnavailable, update } from "@payloom/core"
import { Effect, Option, Schema } from "effect"
import { here } from "./contractRows.ts"
import { idsOfPage, rowOf } from "./expectations.ts"
import { durableRule, rule, type StorageService } from "./StorageRule.ts"

const name = "contract_tickets"

/** The row as the first release declared it. */
interface FirstTicket {
  readonly id: string
  readonly text: string
  readonly state: string
}

const FirstTickets: Collection<FirstTicket> = collection<FirstTicket>({
  name,
  schema: Schema.Struct({ id: Schema.String, text: Schema.String, state: Schema.String }),
  unique: { text: { of: ({ text }) => text } },
  indexes: { state: { of: ({ state }) => state } }
})

/** The row two releases later. First a price was added, then states and the text were renamed. */
interface Ticket {
  readonly id: string
  readonly title: string
  readonly state: "active" | "ended"
  readonly price: bigint
}

const Tickets: Collection<Ticket> = collection<Ticket>({
  name,
  schema: Schema.Struct({
    id: Schema.String,
    title: Schema.String,
    state: Schema.Literals(["active", "ended"]),
    price: Schema.BigInt
  }),
  unique: { text: { of: ({ title }) => title } },
  indexes: { state: { of: ({ state }) => state } },
  steps: [
    (older) => ({ ...older, price: "12345678901234567890" }),
    ({ text, ...older }) => ({
      ...older,
      title: text ?? "",
      state: older.state === "open" ? "active" : "ended"
    })
  ]
})

const first = (number: number, state = "open"): FirstTicket => ({
  id: `ticket_${number}`,
  text: `text ${number}`,
  state
})

const asNow = (number: number): Ticket => ({
  id: `ticket_${number}`,
  title: `text ${number}`,
  state: "active",
  price: 12_345_678_901_234_567_890n
})

/** A later release with an incorrect migration step, which gives the row another id. */
const Misled: Collection<FirstTicket> = collection<FirstTicket>({
  name,
  schema: Schema.Struct({ id: Schema.String, text: Schema.String, state: Schema.String }),
  steps: [(older) => ({ ...older, id: "ticket_2" })]
})

/** Asserts that the row of a newer release is refused, and that the error names the row. */
const expectNewer = Effect.fnUntraced(function* (
  reading: Effect.Effect<unknown, StorageUnavailable>
) {
  const error = yield* Effect.flip(reading)
  assert.equal(error._tag, "StorageUnavailable")
  assert.match(error.message, new RegExp(name))
})

/** The rules for rows of older and newer releases. */
export const documentRules = [
  rule(
    "a row of an older version is migrated by the later steps, in every way of reading it",
    Effect.fnUntraced(function* (storage: StorageService) {
      yield* storage.commit([insert(here, FirstTickets, first(1))])
      assert.deepEqual((yield* rowOf(storage, here, Tickets, "ticket_1")).row, asNow(1))
      const [many] = yield* storage.getMany(here, Tickets, ["ticket_1"])
      assert.deepEqual(many?.row, asNow(1))
      const page = yield* storage.page(here, Tickets, { order: "asc", limit: 9 })
      assert.deepEqual(
        page.map(({ row }) => row),
        [asNow(1)]
      )
      const found = yield* storage.findUnique(here, Tickets, "text", "text 1")
      assert.deepEqual(Option.getOrNull(found)?.row, asNow(1))
    })
  ),
  rule(
    "a row of an older version is stored in the newest version when it is updated, and not before",
    Effect.fnUntraced(function* (storage: StorageService) {
      yield* storage.commit([first(1), first(2)].map((row) => insert(here, FirstTickets, row)))
      const older = yield* rowOf(storage, here, Tickets, "ticket_1")
      yield* rowOf(storage, here, Tickets, "ticket_2")
      yield* storage.commit([update(Tickets, older, { ...older.row, price: 5n })])
      const now = yield* rowOf(storage, here, Tickets, "ticket_1")
      assert.deepEqual([now.row, now.version], [{ ...asNow(1), price: 5n }, older.version + 1])
      yield* expectNewer(storage.get(here, FirstTickets, "ticket_1"))
      assert.deepEqual((yield* rowOf(storage, here, FirstTickets, "ticket_2")).row, first(2))
    })
  ),
  rule(
    "a row of a newer version is refused by name, and older rows beside it are not",
    Effect.fnUntraced(function* (storage: StorageService) {
      yield* storage.commit([insert(here, FirstTickets, first(1))])
      yield* storage.commit([insert(here, Tickets, asNow(2))])
      yield* expectNewer(storage.get(here, FirstTickets, "ticket_2"))
      yield* expectNewer(storage.page(here, FirstTickets, { order: "asc", limit: 9 }))
      assert.deepEqual((yield* rowOf(storage, here, FirstTickets, "ticket_1")).row, first(1))
      assert.deepEqual((yield* rowOf(storage, here, Tickets, "ticket_2")).row, asNow(2))
    })
  ),
  rule(
    "a row is never returned if a step gives it another id",
    Effect.fnUntraced(function* (storage: StorageService) {
      yield* storage.commit([insert(here, FirstTickets, first(1))])
      const got = yield* Effect.exit(storage.get(here, Misled, "ticket_1"))
      assert.equal(got._tag, "Failure")
      const listed = yield* Effect.exit(storage.page(here, Misled, { order: "asc", limit: 9 }))
      assert.equal(listed._tag, "Failure")
      assert.deepEqual((yield* rowOf(storage, here, FirstTickets, "ticket_1")).row, first(1))
    })
  )
]

/** The rules for rows of older releases in a durable store. */
export const durableDocumentRules = [
  durableRule(
    "rows of an older version are found by their migrated values after opening again",
    Effect.fnUntraced(function* (storage: StorageService) {
      const rows = [first(1), first(2, "closed"), first(3)]
      yield* storage.commit(rows.map((row) => insert(here, FirstTickets, row)))
    }),
    Effect.fnUntraced(function* (storage: StorageService) {
      const of = (state: string) => idsOfPage(storage, here, Tickets, { where: { state } })
      assert.deepEqual(yield* of("active"), ["ticket_1", "ticket_3"])
      assert.deepEqual(yield* of("ended"), ["ticket_2"])
      assert.deepEqual(yield* of("open"), [])
      const found = yield* storage.findUnique(here, Tickets, "text", "text 3")
      assert.deepEqual(Option.getOrNull(found)?.row, asNow(3))
    })
  )
]
