import { Cause, Effect, Exit, Option } from "effect"
import { describe, expect, it } from "vitest"
import { checkedProvider } from "./checkedProvider.ts"
import type { PaymentProvider } from "./PaymentProvider.ts"

const mid = { id: "mid", credentials: "account" }
const calls = [
  "charge",
  "resume",
  "lookup",
  "capture",
  "void",
  "refund",
  "lookupModification"
] as const satisfies ReadonlyArray<keyof PaymentProvider>

/** An adapter written as a class. All its calls return the same answer. */
class Adapter {
  readonly name = "north"
  readonly environment = "test"
  readonly capabilities = {} as PaymentProvider["capabilities"]
  readonly declines = {} as PaymentProvider["declines"]
  readonly answer: unknown
  constructor(answer: unknown) {
    this.answer = answer
  }
  charge() {
    return Effect.succeed(this.answer as never)
  }
  resume() {
    return Effect.succeed(this.answer as never)
  }
  lookup() {
    return Effect.succeed(this.answer as never)
  }
  capture() {
    return Effect.succeed(this.answer as never)
  }
  void() {
    return Effect.succeed(this.answer as never)
  }
  refund() {
    return Effect.succeed(this.answer as never)
  }
  lookupModification() {
    return Effect.succeed(this.answer as never)
  }
  cancel() {
    return Effect.succeed({ _tag: "Canceled" } as const)
  }
  readNotification() {
    return Effect.succeed(Option.some([]))
  }
}

const checked = (answer: unknown) =>
  checkedProvider(new Adapter(answer)) as Required<PaymentProvider>

const ask = (call: (typeof calls)[number], answer: unknown) => {
  const asked: Effect.Effect<unknown> = checked(answer)[call]({ mid } as never)
  return Effect.runSyncExit(asked)
}

const known: Record<(typeof calls)[number], object> = {
  charge: { _tag: "Pending", providerReference: "theirs" },
  resume: { _tag: "NotSent", reason: "too late" },
  lookup: { _tag: "Absent" },
  capture: { _tag: "HoldExpired" },
  void: { _tag: "Succeeded", providerReference: "theirs" },
  refund: { _tag: "Failed", rawCode: "closed" },
  lookupModification: { _tag: "Unavailable", reason: "down" }
}

const found = {
  _tag: "Found",
  state: "captured",
  amount: 1250n,
  currency: "EUR",
  providerReference: "theirs",
  rawCode: null,
  networkReference: null
} as const

const nothingKnown = { attempt: () => Effect.succeedNone }

const notify = (charge: object) => {
  const adapter = new Adapter(null)
  const notification = { _tag: "Charge", id: "1", reference: "attempt", charge }
  const told = { readNotification: () => Effect.succeed(Option.some([notification])) }
  const { readNotification } = checkedProvider(Object.assign(adapter, told) as PaymentProvider)
  return Effect.runSyncExit(readNotification(mid, { headers: {}, body: "" }, nothingKnown))
}

describe("a checked provider", () => {
  it.each([{}, { amountCaptured: 500n }, { amountCaptured: undefined }])(
    "may give the captured amount or leave it out, as in %o",
    (more) => {
      expect(ask("lookup", { ...found, ...more })).toEqual(Exit.succeed({ ...found, ...more }))
      expect(Exit.isSuccess(notify({ ...found, ...more }))).toBe(true)
    }
  )

  it("rejects amounts that are numbers, in lookups and in notifications", () => {
    expect(Exit.isFailure(ask("lookup", { ...found, amount: 1250 }))).toBe(true)
    const exit = notify({ ...found, amountCaptured: 1250 })
    const text = Exit.isFailure(exit) ? Cause.pretty(exit.cause) : ""
    expect(text).toContain("north answered readNotification with an ill-formed or unknown Charge")
    expect(text).toContain("Charge in charge.amountCaptured.")
  })

  it.each(calls)("passes on the fields that the port defines, and no others, from %s", (call) => {
    expect(ask(call, { ...known[call], raw: { id: 17 } })).toEqual(Exit.succeed(known[call]))
  })

  it("passes on the values that were checked, even if the answer changes", () => {
    let reads = 0
    const shifty = {
      _tag: "Pending",
      get providerReference() {
        reads += 1
        return reads === 1 ? "theirs" : null
      }
    }
    expect(ask("charge", shifty)).toEqual(Exit.succeed(known.charge))
  })

  const asking = (action: object, more: object = {}) =>
    ask("charge", {
      _tag: "RequiresAction",
      providerReference: "theirs",
      action,
      expiresAt: 1_800_000_000_000,
      ...more
    })
  const script = (payload: unknown) => ({ _tag: "ClientSide", kind: "own", payload })
  const nested = (levels: number): unknown => {
    let payload: unknown = "inside"
    for (let level = 0; level < levels; level++) payload = [payload]
    return payload
  }

  it("accepts page actions of at most 32 KiB of JSON and 20 levels", () => {
    for (const payload of ["", null, 1, nested(20), "a".repeat(32_000), { a: [{ b: true }] }]) {
      expect(Exit.isSuccess(asking(script(payload)))).toBe(true)
    }
  })

  const circle: { self?: unknown } = {}
  circle.self = circle

  it.each([
    ["a deeper payload", asking(script(nested(21)))],
    ["a payload of a hundred thousand levels", asking(script(nested(100_000)))],
    ["a larger payload", asking(script("a".repeat(33_000)))],
    ["a payload of many small parts", asking(script(Array.from({ length: 40_000 }, () => 1)))],
    ["a payload of many keys", asking(script(Object.fromEntries([..."ab".repeat(9e3)].entries())))],
    ["a payload that is not JSON", asking(script(new Date(0)))],
    ["a payload that contains itself", asking(script(circle))],
    [
      "instructions that are too long",
      asking({ _tag: "Instructions", text: "a".repeat(33_000), reference: "1" })
    ],
    ["a state that is too long", asking(script(null), { state: "a".repeat(33_000) })],
    ["a time that is not a date", asking(script(null), { expiresAt: Number.MAX_SAFE_INTEGER })],
    ["a negative time", asking(script(null), { expiresAt: -1 })],
    [
      "a reference that is too long",
      ask("charge", { ...known.charge, providerReference: "a".repeat(256) })
    ],
    ["a reference with NUL", ask("charge", { ...known.charge, providerReference: "a\0" })],
    ["a hold whose end is not a date", ask("lookup", { ...found, holdsUntil: 9e15 })]
  ])("rejects %s", (_, exit) => {
    expect(Exit.isFailure(exit)).toBe(true)
  })

  it.each(calls)("makes a defect of any other answer to %s, without its data", (call) => {
    const answers: ReadonlyArray<readonly [unknown, string]> = [
      [undefined, "no answer but undefined"],
      ["4242424242424242", "no answer but string"],
      [{ status: "ok" }, "an object without a tag"],
      [{ _tag: "Fine", pan: "4242424242424242" }, "an ill-formed or unknown Fine"],
      [{ _tag: "4242424242424242" }, "an object without a tag"]
    ]
    for (const [answer, told] of answers) {
      const exit = ask(call, answer)
      const text = Exit.isFailure(exit) ? Cause.pretty(exit.cause) : ""
      expect(text).toContain(`north answered ${call} with ${told}.`)
      expect(text).not.toContain("4242")
    }
  })

  it.each(["javascript:alert(1)", "data:text/html,x", "/relative", "https://a:b@bank.example/"])(
    "does not redirect payers to %s",
    (url) => {
      const to = (address: string) =>
        ask("charge", {
          _tag: "RequiresAction",
          providerReference: "theirs",
          action: { _tag: "Redirect", url: address },
          expiresAt: 0
        })
      expect(Exit.isFailure(to(url))).toBe(true)
      expect(Exit.isSuccess(to("https://bank.example/pay?id=1"))).toBe(true)
    }
  )

  it("rejects the answer of another call", () => {
    expect(Exit.isFailure(ask("charge", known.lookup))).toBe(true)
    expect(Exit.isFailure(ask("refund", { _tag: "Declined", rawCode: "x" }))).toBe(true)
  })
})
