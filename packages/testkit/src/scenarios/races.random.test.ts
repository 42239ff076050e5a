import type { Merchant } from "@payloom/core"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { modificationThat } from "../sandbox/conduct.ts"
import type { Process } from "./testing/ground.ts"
import { openRace } from "./testing/openRace.ts"
import { hour, second } from "./testing/openShop.ts"
import { runsOf } from "./testing/runsOf.ts"

const tagOf = (result: PromiseSettledResult<unknown>): string =>
  result.status === "fulfilled" ? "answered" : String(result.reason?._tag)

const one = fc.constantFrom(0 as const, 1 as const)

const anyKind = () => fc.constantFrom("capture" as const, "void" as const, "refund" as const)

const property = (
  name: string,
  numRuns: number,
  check: (scheduler: fc.Scheduler, data: fc.GeneratorValue) => Promise<void>
) =>
  it(name, () =>
    fc.assert(fc.asyncProperty(fc.scheduler(), fc.gen(), check), {
      numRuns: runsOf(numRuns),
      seed: 20_261_115
    })
  )

describe("one key in many concurrent requests", () => {
  property("is carried out once, and all answers are equal", 60, async (scheduler, g) => {
    const { shop, processes, run } = await openRace(scheduler)
    const card = g(
      fc.constantFrom,
      "approved" as const,
      "cascade" as const,
      "do_not_honor" as const
    )
    const paymentInstrument = await shop.saveCard(card)
    const senders = g(fc.array, fc.record({ process: one, amount: fc.constantFrom(1n, 2n) }), {
      minLength: 2,
      maxLength: 5
    })
    const results = await run(
      senders.map(({ process, amount }) => () => {
        const input = { amount, currency: "EUR", type: "one_off", paymentInstrument } as const
        return processes[process].merchant.payments.create(input, { idempotencyKey: "one key" })
      })
    )
    const payments = (await shop.shop().payments.list({})).data
    expect(payments).toHaveLength(1)
    for (const [position, result] of results.entries()) {
      const isSame = senders[position]?.amount === payments[0]?.amount
      if (result.status === "fulfilled") {
        expect(result.value).toEqual(payments[0])
        expect(isSame).toBe(true)
      } else {
        expect(tagOf(result)).toBe(isSame ? "IdempotencyKeyInFlight" : "IdempotencyMismatch")
      }
    }
    expect(results.map(tagOf)).toContain("answered")
    expect(await shop.run(shop.box.bank.charges())).toHaveLength(card === "cascade" ? 2 : 1)
    expect(await shop.audit()).toEqual([])
  })

  property("makes one refund, and replays it byte for byte", 40, async (scheduler, g) => {
    const { shop, processes, run } = await openRace(scheduler)
    const { id } = await shop.pay("approved")
    const senders = g(fc.array, one, { minLength: 2, maxLength: 5 })
    const results = await run(
      senders.map(
        (process) => () =>
          processes[process].merchant.payments.refund(
            id,
            { amount: 100n },
            { idempotencyKey: "one key" }
          )
      )
    )
    const refunds = (await shop.shop().payments.listRefunds(id)).data
    expect(refunds).toHaveLength(1)
    for (const result of results) {
      if (result.status === "fulfilled") expect(result.value).toEqual(refunds[0])
    }
    expect(results.map(tagOf)).toEqual(senders.map(() => "answered"))
    await shop.work()
    expect(await shop.audit()).toEqual([])
  })
})

describe("requests that race for the same money", () => {
  property("never refund more than was captured", 60, async (scheduler, g) => {
    const { shop, processes, run } = await openRace(scheduler)
    const { id } = await shop.pay("approved", { amount: 100n })
    const amounts = g(
      fc.array,
      fc.record({ process: one, amount: fc.bigInt({ min: 1n, max: 100n }) }),
      { minLength: 2, maxLength: 5 }
    )
    const results = await run(
      amounts.map(({ process, amount }, position) => () => {
        const options = { idempotencyKey: `refund ${position}` }
        return processes[process].merchant.payments.refund(id, { amount }, options)
      })
    )
    const accepted = results.reduce(
      (sum, result) => sum + (result.status === "fulfilled" ? result.value.amount : 0n),
      0n
    )
    expect(accepted).toBeLessThanOrEqual(100n)
    for (const [position, result] of results.entries()) {
      if (result.status === "rejected") {
        expect(["InvalidInput", "PaymentNotRefundable"]).toContain(tagOf(result))
        expect(amounts[position]?.amount).toBeGreaterThan(100n - accepted)
      }
    }
    await shop.work()
    expect((await shop.run(shop.box.bank.totals())).EUR?.refunded ?? 0n).toBe(accepted)
    expect(await shop.audit()).toEqual([])
  })

  property("either capture or void, and only one of them", 60, async (scheduler, g) => {
    const { shop, processes, run } = await openRace(scheduler)
    const { id } = await shop.pay("approved", { captureMethod: "manual" })
    const senders = g(
      fc.array,
      fc.record({ process: one, kind: fc.constantFrom("capture" as const, "void" as const) }),
      { minLength: 2, maxLength: 5 }
    )
    const results = await run(
      senders.map(({ process, kind }, position) => (): Promise<unknown> => {
        const { payments }: Merchant = processes[process].merchant
        const options = { idempotencyKey: `${kind} ${position}` }
        return kind === "capture"
          ? payments.capture(id, {}, options)
          : payments.void(id, {}, options)
      })
    )
    expect(results.map(tagOf).filter((tag) => tag === "answered")).toHaveLength(1)
    const winner = senders[results.findIndex(({ status }) => status === "fulfilled")]
    await shop.work()
    expect((await shop.shop().payments.retrieve(id)).status).toBe(
      winner?.kind === "capture" ? "succeeded" : "voided"
    )
    expect(await shop.run(shop.box.bank.modifications())).toHaveLength(1)
    expect(await shop.audit()).toEqual([])
  })
})

describe("processes that work on one storage", () => {
  property("send every capture, void and refund once", 40, async (scheduler, g) => {
    const { shop, processes, run } = await openRace(scheduler)
    const kinds = g(fc.array, fc.constantFrom("capture", "void", "refund"), {
      minLength: 1,
      maxLength: 5
    })
    for (const [position, kind] of kinds.entries()) {
      const manual = kind === "refund" ? {} : ({ captureMethod: "manual" } as const)
      const { id } = await shop.pay("approved", manual)
      const options = { idempotencyKey: `${position}` }
      await shop.shop().payments[kind as "capture" | "void" | "refund"](id, {}, options)
    }
    const workers = [processes[0], processes[1], processes[0], processes[1]]
    await run(
      workers.map(
        ({ payloom }) =>
          () =>
            payloom.runDue()
      )
    )
    expect(shop.sent).toHaveLength(kinds.length)
    expect(new Set(shop.sent).size).toBe(kinds.length)
    await shop.work()
    expect(await shop.run(shop.box.bank.modifications())).toHaveLength(kinds.length)
    expect(await shop.audit()).toEqual([])
  })

  property(
    "carry out their work once, whichever process requests, polls or takes over",
    40,
    async (scheduler, g) => {
      const { shop, processes, run } = await openRace(scheduler, {
        workers: true,
        engine: { pollMs: 12 * hour },
        // A call that is sent twice is carried out twice.
        providers: [{ capabilities: { dedupesForHours: 0 } }]
      })
      const kind = g(anyKind)
      const conduct = g(
        fc.constantFrom,
        modificationThat.succeeds(),
        modificationThat.settles(10 * second),
        modificationThat.throws(),
        modificationThat.throwsAfterwards(),
        modificationThat.isNotSent()
      )
      const manual = kind === "refund" ? {} : ({ captureMethod: "manual" } as const)
      const { id } = await shop.pay("approved", manual)
      shop.box.script[kind](conduct)
      const ask = ({ merchant }: Process) =>
        merchant.payments[kind](id, {}, { idempotencyKey: "one key" })
      const ways: ReadonlyArray<(process: Process) => Promise<unknown>> = [
        ask,
        ask,
        ({ payloom }) => payloom.runDue(),
        ({ payloom }) => shop.clock.advance(31 * second).then(() => payloom.runDue()),
        async () => {
          for (const { reference } of await shop.run(shop.box.bank.modifications())) {
            await shop.notify(reference)
          }
        }
      ]
      const racer = fc.record({ process: one, way: fc.nat({ max: ways.length - 1 }) })
      const racers = g(fc.array, racer, { minLength: 2, maxLength: 6 })
      const all = [{ process: 0, way: 0 } as const, ...racers]
      await run(all.map((each) => async () => ways[each.way]?.(processes[each.process])))
      await shop.elapse(6 * hour)
      expect(await shop.run(shop.box.bank.modifications())).toHaveLength(1)
      expect(new Set(shop.sent).size).toBe(1)
      expect(await shop.audit()).toEqual([])
    }
  )

  property(
    "settle a charge once, whichever comes first: a lookup, notifications or a person",
    60,
    async (scheduler, g) => {
      const { shop, processes, run } = await openRace(scheduler)
      const payment = await shop.pay("pending")
      const attempt = shop.lastAttempt(payment)
      await shop.clock.advance(40 * second)
      const [charge] = await shop.run(shop.box.bank.charges())
      const providerReference = charge?.providerReference ?? ""
      const ways: ReadonlyArray<(process: Process) => Promise<unknown>> = [
        ({ payloom }) => payloom.runDue(),
        () => shop.notify(attempt),
        ({ merchant }) =>
          merchant.payments.resolveAttempt(attempt, {
            _tag: "Charged",
            captured: true,
            providerReference
          }),
        ({ merchant }) => merchant.payments.retrieve(payment.id)
      ]
      const racers = g(
        fc.array,
        fc.record({ process: one, way: fc.integer({ min: 0, max: ways.length - 1 }) }),
        { minLength: 2, maxLength: 6 }
      )
      await run(
        racers.map(
          ({ process, way }) =>
            () =>
              ways[way]?.(processes[process]) ?? Promise.resolve()
        )
      )
      await shop.elapse(120 * second)
      const types = (await shop.events()).map(({ type }) => type)
      expect(types).toEqual(["payment.pending", "payment.succeeded"])
      expect(await shop.ledger()).toHaveLength(1)
      expect(await shop.audit()).toEqual([])
    }
  )
})
