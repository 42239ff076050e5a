import { monitorEventLoopDelay } from "node:perf_hooks"
import type { Meter } from "@opentelemetry/api"
import { runtimeMeasurements } from "./runtimeMeasurements.ts"

/** The interval of the samples, in milliseconds. Each sample is late by at least this. */
const resolutionMs = 10
const nanosPerSecond = 1e9

/** Measures the delay of the event loop until the returned function is called. */
export const observeEventLoop = (meter: Meter): (() => void) => {
  const samples = monitorEventLoopDelay({ resolution: resolutionMs })
  samples.enable()
  const gauge = (name: keyof typeof runtimeMeasurements) => {
    const { unit, description } = runtimeMeasurements[name]
    return meter.createObservableGauge(name, { unit, description })
  }
  const p50 = gauge("nodejs.eventloop.delay.p50")
  const p99 = gauge("nodejs.eventloop.delay.p99")
  const max = gauge("nodejs.eventloop.delay.max")
  const observables = [p50, p99, max]
  const read: Parameters<Meter["addBatchObservableCallback"]>[0] = (result) => {
    if (samples.count === 0) return
    result.observe(p50, delayOf(samples.percentile(50)))
    result.observe(p99, delayOf(samples.percentile(99)))
    result.observe(max, delayOf(samples.max))
    samples.reset()
  }
  meter.addBatchObservableCallback(read, observables)
  return () => {
    meter.removeBatchObservableCallback(read, observables)
    samples.disable()
  }
}

/** A sample has the interval and the delay, in nanoseconds. */
const delayOf = (nanos: number): number => Math.max(nanos / nanosPerSecond - resolutionMs / 1000, 0)
