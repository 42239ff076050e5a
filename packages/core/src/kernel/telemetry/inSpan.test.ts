import { Context, Effect, Option, Tracer } from "effect"
import { expect, it } from "vitest"
import { inSpan, ownSpanOf } from "./inSpan.ts"

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
