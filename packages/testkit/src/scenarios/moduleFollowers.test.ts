import {
  type Collection,
  collection,
  defineModule,
  JobCollection,
  type ModuleFollower,
  type Row,
  type Scope,
  Storage,
  update
} from "@payloom/core"
import { Effect, Layer, Option, Schema } from "effect"
import { describe, expect, it } from "vitest"
import { memoryStorage } from "../storage/memory.ts"
import { definition, loyalty, openLoyalty, openWith } from "./testing/loyalty.ts"

type Seen = [before: string | null, after: string]

/** A module that notes the changes of payments, and fails while it is broken. */
const watching = () => {
  const seen: Array<Seen> = []
  const state = { isBroken: false, tries: 0 }
  const follower: ModuleFollower = {
    follow: async (context, change) => {
      state.tries += 1
      if (state.isBroken) throw new Error("I have a bug.")
      seen.push([change.before?.status ?? null, change.after.status])
      return definition.followers[0].follow(context, change)
    }
  }
  const module = defineModule({ ...definition, followers: [follower] }) as unknown as typeof loyalty
  return { module, seen, state }
}

describe("a follower of a module", () => {
  it("adds its changes to the commit that pays a payment", async () => {
    const { shop, customer, pay } = await openLoyalty()
    await pay("payment")
    expect(await shop.points.points({ customer })).toMatchObject({ left: 1250n })
  })

  it("gets every change of a payment once, in order, whatever changes it", async () => {
    const { module, seen } = watching()
    const { shop, box, clock, payloom, customer } = await openWith(module)
    const paymentInstrument = await box.saveCard(shop, "approved", customer)
    const input = { amount: 1250n, currency: "EUR", type: "one_off", paymentInstrument } as const
    const { id } = await shop.payments.create(
      { ...input, captureMethod: "manual" },
      { idempotencyKey: "payment" }
    )
    await shop.payments.capture(id, {}, { idempotencyKey: "capture" })
    await clock.elapse(0, payloom)
    await shop.payments.refund(id, {}, { idempotencyKey: "refund" })
    await clock.elapse(0, payloom)
    expect(seen.map(([, after]) => after)).toEqual([
      "processing",
      "authorized",
      "succeeded",
      "refunded"
    ])
    expect(seen.map(([before]) => before)).toEqual([null, "processing", "authorized", "succeeded"])
  })

  it("that fails never keeps a payment from being paid, and follows by a job", async () => {
    const { module, seen, state } = watching()
    const { shop, clock, payloom, customer, pay } = await openWith(module)
    state.isBroken = true
    expect((await pay("payment")).status).toBe("succeeded")
    expect(await shop.points.points({ customer })).toBeNull()
    await clock.elapse(60_000, payloom)
    expect(await shop.points.points({ customer })).toBeNull()
    state.isBroken = false
    await clock.elapse(3_600_000, payloom)
    expect(await shop.points.points({ customer })).toBeNull()
    expect(seen.map(([, after]) => after)).toEqual(["processing", "succeeded"])
    const { data } = await shop.events.list({ type: "loyalty.earned" })
    expect(data).toHaveLength(1)
  })

  it("that failed on a payment gets its later changes after the earlier ones", async () => {
    const { module, seen, state } = watching()
    const { shop, clock, payloom, pay } = await openWith(module)
    state.isBroken = true
    const { id } = await pay("payment")
    state.isBroken = false
    await shop.payments.refund(id, {}, { idempotencyKey: "refund" })
    await clock.elapse(3_600_000, payloom)
    expect(seen.map(([, after]) => after)).toEqual(["processing", "succeeded", "refunded"])
  })

  it("that never answers holds a payment for two seconds at most", async () => {
    const follower: ModuleFollower = { follow: () => new Promise(() => undefined) }
    const module = defineModule({ ...definition, followers: [follower] })
    const { clock, pay } = await openWith(module as unknown as typeof loyalty)
    const before = clock.now()
    expect((await pay("payment")).status).toBe("succeeded")
    expect(clock.now() - before).toBeLessThanOrEqual(4000)
  })

  it("whose row changes meanwhile decides again, and loses nothing", async () => {
    const { shop, customer, pay } = await openLoyalty()
    await Promise.all(Array.from({ length: 8 }, (_, n) => pay(`payment ${n}`, 100n)))
    expect(await shop.points.points({ customer })).toMatchObject({ left: 800n })
  })

  it("returns something else than changes: the payment is paid, and the job fails", async () => {
    const follower = { follow: () => "changes" } as unknown as ModuleFollower
    const module = defineModule({ ...definition, followers: [follower] })
    const { shop, customer, pay } = await openWith(module as unknown as typeof loyalty)
    expect((await pay("payment")).status).toBe("succeeded")
    expect(await shop.points.points({ customer })).toBeNull()
  })

  it("can't change the payment that it gets", async () => {
    const follower: ModuleFollower = {
      follow: (_, { after }) => {
        Object.assign(after.metadata, { changed: "yes" })
        return []
      }
    }
    const module = defineModule({ ...definition, followers: [follower] })
    const { shop, pay } = await openWith(module as unknown as typeof loyalty)
    const { id } = await pay("payment")
    expect(await shop.payments.retrieve(id)).toMatchObject({ status: "succeeded", metadata: {} })
  })

  it("that fails has one job for all changes of a payment, so that the others cost nothing", async () => {
    const { module, state } = watching()
    const { shop, payloom, pay } = await openWith(module)
    state.isBroken = true
    const { id } = await pay("payment")
    await shop.payments.refund(id, {}, { idempotencyKey: "refund" })
    const jobs = await Effect.runPromise(
      payloom.services.storage.page(shop.scope, JobCollection, { order: "asc", limit: 100 })
    )
    const following = jobs.filter(({ row }) => row.kind === "follow_payment")
    expect(following.map(({ row }) => row.subject)).toEqual([`loyalty/${id}`])
  })

  it("gets changes in the order of the payment's versions, because clocks differ", async () => {
    const { module, state } = watching()
    const { shop, payloom, pay } = await openWith(module)
    state.isBroken = true
    const { id } = await pay("payment")
    const moves = payloom.services.parts.collections.find(({ name }) => name.startsWith("unfol"))
    const page = payloom.services.storage.page(shop.scope, moves as Collection<Row>, {
      order: "asc",
      limit: 10
    })
    expect((await Effect.runPromise(page)).map(({ row }) => row.id)).toEqual([
      `loyalty/${id}/000000000001`,
      `loyalty/${id}/000000000002`
    ])
  })

  it("may read a row that another module changes in the same commit", async () => {
    const first = counting("one")
    const second = counting("two", () => first.table)
    const { payloom, shop, pay } = await openWith(loyalty, {
      modules: [first.module, second.module] as never
    })
    await pay("a")
    await pay("b")
    for (const { table } of [first, second]) {
      const rows = payloom.services.storage.page(shop.scope, table, { order: "asc", limit: 1 })
      expect(await Effect.runPromise(rows)).toMatchObject([{ row: { count: 4 } }])
    }
  })

  it("that loses its race in a transaction of the host leaves it to a job", async () => {
    const { module, table } = counting("one", (own) => own)
    const inner = memoryStorage()
    // Each read of the follower is outdated at once, as by another process.
    const storage = {
      ...inner,
      get: <R extends Row>(scope: Scope, of: Collection<R>, id: string) =>
        Effect.tap(inner.get(scope, of, id), (found) =>
          of.name === table.name && Option.isSome(found)
            ? Effect.ignore(inner.commit([update(of, found.value, found.value.row)]))
            : Effect.void
        ),
      begin: () =>
        Effect.succeed({
          host: {},
          failure: Effect.succeed(null),
          commit: (changes: Parameters<typeof inner.commit>[0]) => inner.commit(changes)
        })
    }
    const { shop, box, clock, customer } = await openWith(loyalty, {
      storage: Layer.succeed(Storage, storage as never),
      modules: [module] as never
    })
    const paymentInstrument = await box.saveCard(shop, "approved", customer)
    const pay = (idempotencyKey: string) =>
      clock.until(
        shop.payments.create(
          { amount: 1n, currency: "EUR", type: "one_off", paymentInstrument },
          { idempotencyKey, hostWrites: () => undefined }
        )
      )
    expect((await pay("first")).status).toBe("succeeded")
    expect((await pay("second")).status).toBe("succeeded")
  })
})

/** A module that counts the changes of payments in one row, and reads the row of another. */
const counting = (name: string, reads?: (own: Collection<Count>) => Collection<Count>) => {
  const table = collection<Count>({
    name: `${name}_counts`,
    schema: Schema.Struct({ id: Schema.String, count: Schema.Number })
  })
  const follower: ModuleFollower = {
    follow: async (context) => {
      if (reads !== undefined) await context.get(reads(table), "all")
      const found = await context.get(table, "all")
      return [
        found === null
          ? context.insert(table, { id: "all", count: 1 })
          : context.update(table, found, { ...found.row, count: found.row.count + 1 })
      ]
    }
  }
  const description = "Counts changes of payments."
  return {
    table,
    module: defineModule({ name, description, collections: [table], followers: [follower] })
  }
}

interface Count {
  readonly id: string
  readonly count: number
}
