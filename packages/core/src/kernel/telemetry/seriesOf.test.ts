import { Tracer } from "effect"
import { expect, it } from "vitest"
import { mostSeries, seriesOf } from "./seriesOf.ts"
import type { TelemetryAttributes, TelemetryPort } from "./TelemetryPort.ts"

/** A port that counts how often the series with some attributes were added to. */
const countingPort = () => {
  const counts = new Map<string, number>()
  const bind = (_: string, attributes: TelemetryAttributes) => (value: number) => {
    const key = JSON.stringify(attributes)
    counts.set(key, (counts.get(key) ?? 0) + value)
  }
  const port: TelemetryPort = {
    tracer: Tracer.nativeTracer,
    adapterTracer: Tracer.nativeTracer,
    callerSpan: () => undefined,
    runIn: (_, run) => run(),
    seconds: () => 0,
    countsTenants: false,
    counter: bind,
    histogram: bind,
    observe: () => () => undefined
  }
  return { port, counts }
}

it("a measurement has at most a thousand series, and the rest is counted together", () => {
  const { port, counts } = countingPort()
  const events = seriesOf(port, "payloom.events")
  for (let at = 0; at < mostSeries + 3; at++) events(`type ${at}`, "test")(1)
  expect(counts.size).toBe(mostSeries + 1)
  expect(counts.get('{"otel.metric.overflow":true}')).toBe(3)
})

it("an attribute without a value is absent", () => {
  const { port, counts } = countingPort()
  seriesOf(port, "payloom.operation.duration")("payments.create", null)(1)
  expect([...counts.keys()]).toEqual(['{"payloom.operation":"payments.create"}'])
})

it("series that are requested twice are the same", () => {
  const { port } = countingPort()
  const series = seriesOf(port, "payloom.events")
  expect(seriesOf(port, "payloom.events")).toBe(series)
  expect(series("payment.succeeded", "test")).toBe(series("payment.succeeded", "test"))
})
