/** A measurement: its kind, its unit, its meaning and the names of its attributes. */
export interface Measurement {
  readonly kind: "counter" | "histogram" | "gauge"
  /** The unit, by UCUM. */
  readonly unit: string
  readonly description: string
  readonly attributes: ReadonlyArray<string>
}

/**
 * All measurements of the engine, by name. Names and attributes follow OpenTelemetry's semantic
 * conventions where these have any. No attribute has the id of a payment.
 */
export const measurements = {
  "payloom.charges": {
    kind: "counter",
    unit: "{charge}",
    description: "Attempts to charge, by the status in which they left the process",
    attributes: [
      "payloom.charge.status",
      "payloom.provider",
      "payloom.mid",
      "payloom.payment.method",
      "payloom.decline.code",
      "payloom.mode",
      "payloom.tenant"
    ]
  },
  "payloom.events": {
    kind: "counter",
    unit: "{event}",
    description: "Recorded events, such as payment.succeeded or dispute.opened",
    attributes: ["payloom.event.type", "payloom.mode"]
  },
  "payloom.operation.duration": {
    kind: "histogram",
    unit: "s",
    description: "Duration of the engine's operations, such as payments.create",
    attributes: ["payloom.operation", "error.type"]
  },
  "payloom.provider.call.duration": {
    kind: "histogram",
    unit: "s",
    description: "Duration of calls to payment providers",
    attributes: ["payloom.provider", "payloom.provider.operation", "payloom.outcome"]
  },
  "db.client.operation.duration": {
    kind: "histogram",
    unit: "s",
    description: "Duration of commits, of claims of jobs, and of one in sixteen reads",
    attributes: ["db.system.name", "db.operation.name", "error.type"]
  },
  "payloom.commit.conflicts": {
    kind: "counter",
    unit: "{conflict}",
    description: "Commits that lost to another one and were decided again",
    attributes: ["db.collection.name", "payloom.conflict.reason"]
  },
  "payloom.storage.reads": {
    kind: "counter",
    unit: "{read}",
    description: "Reads of the storage",
    attributes: ["db.operation.name"]
  },
  "payloom.job.duration": {
    kind: "histogram",
    unit: "s",
    description: "Duration of jobs",
    attributes: ["payloom.job.kind", "error.type"]
  },
  "payloom.job.delay": {
    kind: "histogram",
    unit: "s",
    description: "Time from a job's due time to its start",
    attributes: ["payloom.job.kind"]
  },
  "payloom.jobs.lateness": {
    kind: "gauge",
    unit: "s",
    description: "Age of the oldest due job that no process has started. 0 if no job is due",
    attributes: ["payloom.job.lane", "payloom.cell"]
  },
  "payloom.cells.reachable": {
    kind: "gauge",
    unit: "{cell}",
    description: "1 if a cell answers, 0 if it does not. Only on a storage of cells",
    attributes: ["payloom.cell"]
  },
  "payloom.webhook.delivery.duration": {
    kind: "histogram",
    unit: "s",
    description: "Duration of tries to deliver a webhook",
    attributes: ["payloom.delivery.outcome", "http.response.status_code", "payloom.tenant"]
  },
  "payloom.consumer.duration": {
    kind: "histogram",
    unit: "s",
    description: "Duration of a consumer's handling of an event",
    attributes: ["messaging.consumer.group.name", "error.type"]
  },
  "payloom.consumer.lag": {
    kind: "gauge",
    unit: "s",
    description: "Age of the oldest event that a consumer of this process has not read. 0 if none",
    attributes: ["messaging.consumer.group.name"]
  },
  "http.server.request.duration": {
    kind: "histogram",
    unit: "s",
    description: "Duration of HTTP requests to the handler",
    attributes: [
      "http.request.method",
      "http.route",
      "http.response.status_code",
      "url.scheme",
      "error.type"
    ]
  }
} as const satisfies Readonly<Record<string, Measurement>>

type Named<Kind extends Measurement["kind"]> = {
  [Name in keyof typeof measurements]: (typeof measurements)[Name]["kind"] extends Kind
    ? Name
    : never
}[keyof typeof measurements]

/** The name of a measurement that only grows. */
export type CounterName = Named<"counter">

/** The name of a measurement of durations. */
export type HistogramName = Named<"histogram">

/** The name of a measurement that is read when it is collected. */
export type GaugeName = Named<"gauge">
