import type { Measurement } from "@payloom/core"

/** The measurements of the process, by name, as OpenTelemetry's conventions have them. */
export const runtimeMeasurements = {
  "nodejs.eventloop.delay.p50": {
    kind: "gauge",
    unit: "s",
    description: "Median delay of the event loop since the last collection",
    attributes: []
  },
  "nodejs.eventloop.delay.p99": {
    kind: "gauge",
    unit: "s",
    description: "99th percentile of the event loop's delay since the last collection",
    attributes: []
  },
  "nodejs.eventloop.delay.max": {
    kind: "gauge",
    unit: "s",
    description: "Longest delay of the event loop since the last collection",
    attributes: []
  }
} as const satisfies Readonly<Record<string, Measurement>>
