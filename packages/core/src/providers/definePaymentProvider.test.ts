import { Clock, Effect, Option } from "effect"
import { describe, expect, it } from "vitest"
import type { ChargeOutcome } from "./ChargeOutcome.ts"
import {
  definePaymentProvider,
  type PaymentProviderDefinition,
  type ProviderCall
} from "./definePaymentProvider.ts"
import type { ChargeQuery, ChargeRequest, PaymentProvider } from "./PaymentProvider.ts"
import type { ProviderCapabilities } from "./ProviderCapabilities.ts"

const capabilities = { lookup: false } as ProviderCapabilities
const approved: ChargeOutcome = {
  _tag: "Approved",
  providerReference: "theirs",
  captured: true,
  amount: 1250n,
  currency: "EUR",
  networkReference: null
}

const provider = (more: Partial<PaymentProviderDefinition>) =>
  definePaymentProvider({ name: "bank", capabilities, charge: async () => approved, ...more })

const mid = { id: "mid_1", credentials: "key" }
const sendBefore = 1_000
const request = { reference: "attempt_1", mid, sendBefore: Date.now() + 60_000 } as ChargeRequest
const charged = (charge: PaymentProviderDefinition["charge"]) =>
  Effect.runPromise(provider({ charge }).charge(request))

const thrower = (thrown: unknown) => async () => {
  throw thrown
}

/** Runs a call by a clock that shows the time of `time`. */
const runAt = <A>(time: { readonly now: number }, call: Effect.Effect<A>): Promise<A> => {
  const clock = { currentTimeMillisUnsafe: () => time.now } as Clock.Clock
  return Effect.runPromise(Effect.provideService(call, Clock.Clock, clock))
}

const moving = ["charge", "resume", "capture", "void", "refund"] as const

describe("a provider whose functions return promises", () => {
  it("passes the request and a signal to its function, and returns the answer", async () => {
    const seen: Array<unknown> = []
    const outcome = await charged(async (given, { signal }) => {
      seen.push(given, signal)
      return approved
    })
    expect(outcome).toEqual(approved)
    expect(seen).toEqual([request, expect.any(AbortSignal)])
  })

  it("may answer synchronously", () => {
    const { charge } = provider({ charge: () => approved })
    expect(Effect.runSync(charge(request))).toEqual(approved)
  })

  it("takes evidence, and answers thrown errors and unknown values as failures", async () => {
    const dispute = { mid, providerReference: "dp_1" }
    const sent = { dispute, reason: "general", texts: {}, files: [], isFinal: true }
    const evidenceOf = (answer: () => Promise<unknown>) =>
      provider({ evidence: { forms: answer as never, submit: answer as never } }).evidence
    const tagsOf = (answer: () => Promise<unknown>) => {
      const { forms, submit } = evidenceOf(answer) ?? expect.unreachable("no evidence")
      const answers = Effect.all([forms(dispute), submit(sent)])
      return Effect.runPromise(Effect.map(answers, (all) => all.map(({ _tag }) => _tag)))
    }
    expect(await tagsOf(thrower(new Error("broken")))).toEqual(["Unavailable", "Unknown"])
    expect(await tagsOf(async () => ({ _tag: "Odd" }))).toEqual(["Unavailable", "Unknown"])
    expect(await tagsOf(async () => ({ _tag: "Closed" }))).toEqual(["Closed", "Unknown"])
    expect(provider({}).evidence).toBeUndefined()
  })

  it("gets an aborted signal if a lookup times out", async () => {
    let aborted = false
    const { lookup } = provider({
      capabilities: { lookup: true } as ProviderCapabilities,
      lookup: (_, { signal }) =>
        new Promise(() => {
          signal.addEventListener("abort", () => {
            aborted = true
          })
        })
    })
    await Effect.runPromise(Effect.timeoutOption(lookup({} as ChargeQuery), 1))
    expect(aborted).toBe(true)
  })

  it.each([
    [
      "synchronously",
      () => {
        throw new Error("line is down")
      }
    ],
    ["asynchronously", thrower(new Error("line is down"))]
  ] as const)(
    "leaves the outcome of a charge unknown if its function throws %s",
    async (_, charge) => {
      expect(await charged(charge)).toEqual({ _tag: "Unknown", reason: "line is down" })
    }
  )

  it("answers NotSent if the thrown error proves that nothing was sent", async () => {
    const refused = Object.assign(new Error("connect"), { code: "ECONNREFUSED" })
    const outcome = await charged(thrower(new TypeError("fetch failed", { cause: refused })))
    expect(outcome).toEqual({ _tag: "NotSent", reason: "fetch failed: connect" })
  })

  it("answers AccountUnavailable if the thrown error has status 401", async () => {
    const outcome = await charged(thrower(Object.assign(new Error("no"), { statusCode: 401 })))
    expect(outcome).toMatchObject({ _tag: "AccountUnavailable", rawCode: "http_401" })
  })

  it("leaves the outcome unknown if the thrown error has status 402", async () => {
    const outcome = await charged(thrower(Object.assign(new Error("card"), { statusCode: 402 })))
    expect(outcome).toEqual({ _tag: "Unknown", reason: "card" })
  })

  it.each([undefined, null, "approved", { _tag: "Paid" }, { _tag: "Approved" }])(
    "leaves the outcome of a charge unknown if the answer is %o",
    async (answer) => {
      expect(await charged((async () => answer) as never)).toEqual({
        _tag: "Unknown",
        reason: "charge answered with an unknown value."
      })
    }
  )

  it("answers with the failure that its function threw", async () => {
    const failures = [
      { _tag: "NotSent", reason: "offline" },
      { _tag: "AccountUnavailable", reason: "no key", rawCode: "http_401" },
      { _tag: "Unknown", reason: "broken" }
    ] as const
    for (const failure of failures) {
      expect(await charged(thrower(failure))).toEqual(failure)
      const { reason } = failure
      const { lookup, cancel } = provider({ lookup: thrower(failure), cancel: thrower(failure) })
      expect(await Effect.runPromise(lookup({} as never))).toEqual({ _tag: "Unavailable", reason })
      expect(await Effect.runPromise(cancel({} as never))).toEqual({ _tag: "NotCanceled", reason })
    }
    const answer = await charged(thrower(approved))
    expect(answer._tag).toBe("Unknown")
  })

  it.each(moving)("does not send a %s after its deadline, by the caller's clock", async (call) => {
    const asked: Array<unknown> = []
    const own = (given: unknown) => {
      asked.push(given)
      return { _tag: "Pending", providerReference: "theirs" } as const
    }
    const { [call]: run } = provider({ [call]: own }) as Required<PaymentProvider>
    const at = (now: number) => {
      const answer: Effect.Effect<unknown> = run({ sendBefore } as never)
      return runAt({ now }, answer)
    }
    expect(await at(sendBefore)).toEqual({
      _tag: "NotSent",
      reason: "It was not sent in time."
    })
    expect(asked).toEqual([])
    expect(await at(sendBefore - 1)).toMatchObject({ _tag: "Pending" })
    expect(asked).toEqual([{ sendBefore }])
  })

  it.each(moving)("learns if a %s is late after it waited, by the caller's clock", async (call) => {
    const time = { now: sendBefore - 2 }
    const seen: Array<boolean> = []
    const own = async (_: unknown, { isLate }: ProviderCall) => {
      for (const waitedMs of [0, 1, 1, 1]) {
        time.now += waitedMs
        seen.push(isLate())
      }
      return { _tag: "NotSent", reason: "The token came too late." } as const
    }
    const { [call]: run } = provider({ [call]: own }) as Required<PaymentProvider>
    await runAt(time, run({ sendBefore } as never) as Effect.Effect<unknown>)
    expect(seen).toEqual([false, false, true, true])
  })

  it.each(["lookup", "cancel", "lookupModification"] as const)(
    "is never late for a %s",
    async (call) => {
      const seen: Array<boolean> = []
      const own = (_: unknown, { isLate }: ProviderCall) => {
        seen.push(isLate())
        return { _tag: "Unavailable", reason: "It can't be asked." } as never
      }
      const { [call]: run } = provider({ [call]: own })
      await runAt({ now: Number.MAX_SAFE_INTEGER }, run({} as never) as Effect.Effect<unknown>)
      expect(seen).toEqual([false])
    }
  )

  it("can't look up, cancel or refund without the functions for it", async () => {
    const bare = provider({})
    const run = <A>(call: Effect.Effect<A>) => Effect.runPromise(call)
    const nothing = {} as never
    expect(await run(bare.lookup(nothing))).toMatchObject({ _tag: "Unavailable" })
    expect(await run(bare.lookupModification(nothing))).toMatchObject({ _tag: "Unavailable" })
    expect(await run(bare.cancel(nothing))).toMatchObject({ _tag: "NotCanceled" })
    expect(await run(bare.refund(nothing))).toEqual({
      _tag: "Failed",
      rawCode: "refund_not_supported"
    })
    expect(bare.resume).toBeUndefined()
    expect(bare.canCharge).toBeUndefined()
  })

  it("answers Unavailable if its lookup throws, and NotCanceled if its cancel throws", async () => {
    const broken = provider({
      lookup: thrower(new Error("down")),
      cancel: thrower(new Error("down"))
    })
    const nothing = {} as never
    expect(await Effect.runPromise(broken.lookup(nothing))).toEqual({
      _tag: "Unavailable",
      reason: "down"
    })
    expect(await Effect.runPromise(broken.cancel(nothing))).toEqual({
      _tag: "NotCanceled",
      reason: "down"
    })
  })

  it("reads a notification with the known charge, and rejects a forged one", async () => {
    const query = { reference: "attempt_1" } as never
    const reading = provider({
      readNotification: async (_, { body }, { attempt }) =>
        body === "forged" ? null : [{ known: await attempt("attempt_1") } as never]
    })
    const known = { attempt: () => Effect.succeedSome(query) }
    const read = (body: string) =>
      Effect.runPromise(reading.readNotification(mid, { headers: {}, body }, known))
    expect(await read("forged")).toEqual(Option.none())
    expect(await read("signed")).toEqual(Option.some([{ known: query }]))
    const deaf = provider({}).readNotification(mid, { headers: {}, body: "" }, known)
    expect(await Effect.runPromise(deaf)).toEqual(Option.none())
  })
})
