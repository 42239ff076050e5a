import { Effect } from "effect"
import { currentMoment, type Ids } from "../kernel/ids/Moment.ts"
import { parameterInvalid } from "../kernel/input/InvalidInput.ts"
import type { ConsumedEvent } from "../outbound/consumers/ConsumedEvent.ts"
import type { Consumer } from "../outbound/consumers/Consumer.ts"
import { Consumers } from "../outbound/consumers/Consumers.ts"
import { type Consuming, ensureParts } from "../outbound/consumers/consume.ts"
import { readOnce } from "../outbound/consumers/runReaders.ts"
import type { RowQueues } from "../platform/storage/RowQueues.ts"
import { type Scope, scopeKey } from "../platform/storage/Scope.ts"
import type { Storage } from "../platform/storage/Storage.ts"
import { reportPayments } from "./reportPayments.ts"

/** The name of the consumer that keeps the reports. */
export const reportingConsumer = "payloom-reporting"

/** The shortest time between two reads of new events, in milliseconds. */
const pauseMs = 1000

/**
 * Keeps the reports up to date in this process. It continues at its stored position. A store that
 * has payments already is reported from its first event on. Several processes share the work.
 */
export const runReporting = Effect.fnUntraced(function* () {
  const consumers = yield* Consumers
  yield* ensureParts(reportingConsumer, "beginning")
  if (consumers.has(reportingConsumer)) {
    return yield* parameterInvalid("reporting", "runs in this process already: stop it first")
  }
  const stop = yield* consumers.start(yield* consumer)
  return { stop } satisfies Consuming
})

/**
 * Reports all events that are pending. Events that another process is reporting are left to it.
 * Returns the number of events.
 */
export const catchUpReporting = Effect.fnUntraced(function* () {
  yield* ensureParts(reportingConsumer, "beginning")
  const { id } = yield* currentMoment
  const { handled } = yield* readOnce(yield* consumer, id("report"))
  return handled
})

/** The consumer, with the services that it needs. */
const consumer = Effect.map(Effect.context<Storage | RowQueues | Ids>(), (context): Consumer => {
  const report = (events: ReadonlyArray<ConsumedEvent>) =>
    Effect.provideContext(reportEvents(events), context)
  return {
    name: reportingConsumer,
    handle: (event) => report([event]),
    handleAll: report,
    isTransactional: false,
    types: null,
    concurrency: 10,
    timeoutMs: 60_000,
    pauseMs
  }
})

/** Reports the payments of some events, in one commit for each scope. */
const reportEvents = Effect.fnUntraced(function* (events: ReadonlyArray<ConsumedEvent>) {
  const scopes = new Map<string, { readonly scope: Scope; readonly payments: Set<string> }>()
  for (const { scope, data } of events) {
    if (data.payment_id === undefined) continue
    const key = scopeKey(scope)
    const known = scopes.get(key) ?? { scope, payments: new Set<string>() }
    known.payments.add(data.payment_id)
    scopes.set(key, known)
  }
  yield* Effect.forEach(
    scopes.values(),
    ({ scope, payments }) => reportPayments(scope, [...payments]),
    { discard: true }
  )
})
