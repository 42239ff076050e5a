import {
  type Attributes,
  type Histogram,
  type Meter,
  type ObservableGauge,
  ROOT_CONTEXT
} from "@opentelemetry/api"
import {
  type CounterName,
  type GaugeName,
  type GaugeReading,
  type HistogramName,
  measurements,
  type TelemetryPort
} from "@payloom/core"
import { observeEventLoop } from "./eventLoop.ts"

/** The instruments of a meter. */
export type Instruments = Pick<TelemetryPort, "counter" | "histogram" | "observe">

/** The bounds of a histogram's buckets, in seconds. */
const bounds = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10]
const boundsOf: Partial<Readonly<Record<HistogramName, ReadonlyArray<number>>>> = {
  "db.client.operation.duration": [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10],
  "payloom.job.delay": [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60, 300, 900, 3600],
  "payloom.provider.call.duration": [...bounds, 15, 20, 30, 60]
}

/** A counter's total for some attributes. */
interface Total {
  readonly attributes: Attributes
  value: number
}

const made = new WeakMap<Meter, Instruments>()

/** Returns the instruments of a meter, which the engines of a process share. */
export const instrumentsOf = (meter: Meter, hasEventLoop: boolean): Instruments => {
  const known = made.get(meter) ?? makeInstruments(meter, hasEventLoop)
  made.set(meter, known)
  return known
}

const makeInstruments = (meter: Meter, hasEventLoop: boolean): Instruments => ({
  counter: counters(meter),
  histogram: histograms(meter),
  observe: gauges(meter, hasEventLoop)
})

/** Counters add up here, and are read when they are collected. That is cheap for each addition. */
const counters = (meter: Meter): Instruments["counter"] => {
  const totals = new Map<CounterName, Map<string, Total>>()
  const totalsOf = (name: CounterName): Map<string, Total> => {
    const known = totals.get(name)
    if (known !== undefined) return known
    const own = new Map<string, Total>()
    totals.set(name, own)
    const { unit, description } = measurements[name]
    meter.createObservableCounter(name, { unit, description }).addCallback((result) => {
      for (const { value, attributes } of own.values()) result.observe(value, attributes)
    })
    return own
  }
  return (name, attributes) => {
    const own = totalsOf(name)
    const key = JSON.stringify(attributes)
    const total = own.get(key) ?? { attributes, value: 0 }
    own.set(key, total)
    return (by) => {
      total.value += by
    }
  }
}

const histograms = (meter: Meter): Instruments["histogram"] => {
  const known = new Map<HistogramName, Histogram>()
  const flushBeforeCollection = pendingValues(meter)
  const histogramOf = (name: HistogramName): Histogram => {
    const { unit, description } = measurements[name]
    const explicitBucketBoundaries = [...(boundsOf[name] ?? bounds)]
    const histogram =
      known.get(name) ??
      meter.createHistogram(name, { unit, description, advice: { explicitBucketBoundaries } })
    known.set(name, histogram)
    return histogram
  }
  const records = new Map<string, (value: number) => void>()
  const recordOf = (name: HistogramName, attributes: Attributes): ((value: number) => void) => {
    const histogram = histogramOf(name)
    // Kept and filled again, because a new array for each flush is garbage of several kilobytes.
    const values: Array<number> = []
    let pending = 0
    const flush = () => {
      const count = pending
      pending = 0
      for (let nth = 0; nth < count; nth++) {
        histogram.record(values[nth] ?? 0, attributes, ROOT_CONTEXT)
      }
    }
    flushBeforeCollection(flush)
    return (value) => {
      values[pending] = value
      pending += 1
      if (pending === mostPending) flush()
    }
  }
  return (name, attributes) => {
    const key = `${name}\n${JSON.stringify(attributes)}`
    const record = records.get(key) ?? recordOf(name, attributes)
    records.set(key, record)
    return record
  }
}

/**
 * The most values of a series that wait for the histogram. A histogram hashes its attributes for
 * each value, which takes half the time if it is done for many values in a row.
 */
const mostPending = 256

/** Returns a function that has values recorded before the metrics are collected. */
const pendingValues = (meter: Meter) => {
  const flushes: Array<() => void> = []
  return (flush: () => void): void => {
    if (flushes.push(flush) > 1) return
    const { unit, description } = measurements["payloom.storage.reads"]
    const observed = meter.createObservableCounter("payloom.storage.reads", { unit, description })
    meter.addBatchObservableCallback(() => {
      for (const each of flushes) each()
    }, [observed])
  }
}

const gauges = (meter: Meter, hasEventLoop: boolean): Instruments["observe"] => {
  const known = new Map<GaugeName, ObservableGauge>()
  const gaugeNames = (Object.keys(measurements) as Array<keyof typeof measurements>).filter(
    (name) => measurements[name].kind === "gauge"
  ) as Array<GaugeName>
  const reads = new Set<() => Promise<ReadonlyArray<GaugeReading>>>()
  let stop: (() => void) | null = null
  const observeAll = () => {
    for (const name of gaugeNames) {
      const { unit, description } = measurements[name]
      known.set(name, known.get(name) ?? meter.createObservableGauge(name, { unit, description }))
    }
    const observables = [...known.values()]
    const callback: Parameters<Meter["addBatchObservableCallback"]>[0] = async (result) => {
      const readings = (await Promise.all([...reads].map((read) => read()))).flat()
      for (const { name, value, attributes } of largest(readings)) {
        const gauge = known.get(name)
        if (gauge !== undefined) result.observe(gauge, value, { ...attributes })
      }
    }
    meter.addBatchObservableCallback(callback, observables)
    const stopEventLoop = hasEventLoop ? observeEventLoop(meter) : () => undefined
    return () => {
      meter.removeBatchObservableCallback(callback, observables)
      stopEventLoop()
    }
  }
  return (read) => {
    reads.add(read)
    stop ??= observeAll()
    return () => {
      reads.delete(read)
      if (reads.size > 0) return
      stop?.()
      stop = null
    }
  }
}

/** Several engines of a process may have the same gauge. Its largest value is the worst one. */
const largest = (readings: ReadonlyArray<GaugeReading>): Iterable<GaugeReading> => {
  const byKey = new Map<string, GaugeReading>()
  for (const reading of readings) {
    const key = `${reading.name}\n${JSON.stringify(reading.attributes)}`
    const other = byKey.get(key)
    if (other === undefined || other.value < reading.value) byKey.set(key, reading)
  }
  return byKey.values()
}
