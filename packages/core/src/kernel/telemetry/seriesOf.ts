import { type CounterName, type HistogramName, measurements } from "./measurements.ts"
import type { TelemetryAttributes, TelemetryPort } from "./TelemetryPort.ts"

/** Adds to a counter, or records a value of a histogram. */
type Measure = (value: number) => void

/** A value of an attribute. Null if the attribute is absent. */
type AttributeValue = string | number | null

type ValuesOf<Names extends ReadonlyArray<string>> = { [At in keyof Names]: AttributeValue }

/**
 * Finds the series of a measurement by the values of its attributes, in the order of their names in
 * `measurements`.
 */
type SeriesOf<Name extends CounterName | HistogramName> = (
  ...values: ValuesOf<(typeof measurements)[Name]["attributes"]>
) => Measure

/**
 * The most combinations of attributes of one measurement. A platform may have any number of
 * accounts. Further combinations are measured together.
 */
export const mostSeries = 1000

/** OpenTelemetry's attribute of a series that stands for further combinations. */
const overflow: TelemetryAttributes = { "otel.metric.overflow": true }

/** The series of each engine's telemetry, which are made once. */
const known = new WeakMap<TelemetryPort, Map<string, (...values: never) => Measure>>()

/** Returns the series of a measurement. They are made once, so that a measurement is cheap. */
export const seriesOf = <Name extends CounterName | HistogramName>(
  port: TelemetryPort,
  name: Name
): SeriesOf<Name> => {
  const ofPort = known.get(port) ?? new Map<string, (...values: never) => Measure>()
  known.set(port, ofPort)
  const found = ofPort.get(name)
  if (found !== undefined) return found as SeriesOf<Name>
  const { kind, attributes } = measurements[name]
  const bind = (values: TelemetryAttributes) =>
    kind === "counter"
      ? port.counter(name as CounterName, values)
      : port.histogram(name as HistogramName, values)
  const made = bounded(bind, attributes)
  ofPort.set(name, made)
  return made as SeriesOf<Name>
}

/** A series, or the series by the next attribute's value. */
type Branch = Map<AttributeValue, Branch | Measure>

/** Looks a series up value by value, because a joined key would have to be made for each call. */
const bounded = (
  bind: (attributes: TelemetryAttributes) => Measure,
  names: ReadonlyArray<string>
) => {
  const root: Branch = new Map()
  let made = 0
  let others: Measure | null = null
  const make = (values: ReadonlyArray<AttributeValue>): Measure => {
    if (made >= mostSeries) {
      others ??= bind(overflow)
      return others
    }
    made += 1
    const series = bind(attributesOf(names, values))
    let branch = root
    for (const value of values.slice(0, -1)) {
      const next = (branch.get(value) as Branch | undefined) ?? new Map()
      branch.set(value, next)
      branch = next
    }
    branch.set(values.at(-1) ?? null, series)
    return series
  }
  return (...values: ReadonlyArray<AttributeValue>): Measure => {
    let at: Branch | Measure | undefined = root
    for (const value of values) {
      at = (at as Branch).get(value)
      if (at === undefined) return make(values)
    }
    return at as Measure
  }
}

const attributesOf = (
  names: ReadonlyArray<string>,
  values: ReadonlyArray<AttributeValue>
): TelemetryAttributes => {
  const attributes: Record<string, string | number> = {}
  for (const [at, name] of names.entries()) {
    const value = values[at]
    if (value !== null && value !== undefined) attributes[name] = value
  }
  return attributes
}
