import { Context, Effect, Option, Tracer } from "effect"
import { describe, expect, it } from "vitest"
import { inSpan, ownSpanOf, type SpanStart } from "./inSpan.ts"

const options = {
  name: "checkout",
  parent: Option.none(),
  annotations: Context.empty(),
  links: [],
  startTime: 0n,
  kind: "internal",
  root: true,
  sampled: true
} as const

const port = {
  tracer: Tracer.make({ span: (begun) => new Tracer.NativeSpan(begun) }),
  seconds: () => 0
}

it("a span of the engine is told from a span of the host", async () => {
  const host = new Tracer.NativeSpan({ ...options, links: [] })
  expect(ownSpanOf(host)).toBe(null)
  expect(ownSpanOf(null)).toBe(null)
  const own = await Effect.runPromise(
    inSpan(
      port,
      { name: "payments.create", kind: "internal" },
      (span) => Effect.succeed(span),
      () => undefined
    )
  )
  expect(own).not.toBe(null)
  expect(ownSpanOf(own)).toBe(own)
})

it("a trace that is not sampled begins no further span", async () => {
  const begun: Array<string> = []
  const tracer = Tracer.make({
    span: (start) => {
      begun.push(start.name)
      return new Tracer.NativeSpan({ ...start, sampled: false })
    }
  })
  const within = (name: string, parent: Tracer.AnySpan | null): Effect.Effect<unknown> =>
    inSpan(
      { ...port, tracer },
      { name, kind: "internal", parent },
      (span, current) =>
        span === null && name === "first" ? within("second", current) : Effect.succeed(span),
      () => undefined
    )
  expect(await Effect.runPromise(within("first", null))).toBe(null)
  expect(begun).toEqual(["first"])
})

describe("traces that are not sampled", () => {
  const unsampled = Tracer.make({
    span: (start) => new Tracer.NativeSpan({ ...start, sampled: false })
  })
  const currentOf = (start: Partial<SpanStart>, tracer = unsampled) =>
    Effect.runPromise(
      inSpan(
        { ...port, tracer },
        { name: "payments.create", kind: "internal", ...start },
        (_, current) => Effect.succeed(current),
        () => undefined
      )
    )

  it("share one span if they begin here", async () => {
    const first = await currentOf({ sharesUnsampled: true })
    expect(first?.sampled).toBe(false)
    expect(await currentOf({ sharesUnsampled: true })).toBe(first)
    expect(await currentOf({})).not.toBe(first)
  })

  it("share no span of the time before the host's telemetry has started", async () => {
    let traceId = "0".repeat(32)
    const late = Tracer.make({
      span: (start) =>
        Object.defineProperty(new Tracer.NativeSpan({ ...start, sampled: false }), "traceId", {
          value: traceId
        })
    })
    const before = await currentOf({ sharesUnsampled: true }, late)
    expect(await currentOf({ sharesUnsampled: true }, late)).toBe(before)
    traceId = "1".repeat(32)
    const after = await currentOf({ sharesUnsampled: true }, late)
    expect(after?.traceId).toBe(traceId)
    expect(await currentOf({ sharesUnsampled: true }, late)).toBe(after)
  })

  it("keep the span of a caller", async () => {
    const caller = new Tracer.NativeSpan({ ...options, links: [], sampled: false })
    expect(await currentOf({ sharesUnsampled: true, caller })).toBe(caller)
    expect(await currentOf({ sharesUnsampled: true, parent: caller })).toBe(caller)
  })
})
