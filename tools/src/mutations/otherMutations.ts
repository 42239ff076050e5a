import type { Mutation } from "./Mutation.ts"

/** Errors in sessions, events, webhooks, consumers, answers, jobs and the erasure. */
export const otherMutations: ReadonlyArray<Mutation> = [
  {
    name: "A session stays in processing after it was paid.",
    file: "checkout/sessions/sessionFollower.ts",
    at: 'if («session.row.status !== "processing"») return { changes: [] }',
    to: "true",
    workload: "sessions"
  },
  {
    name: "A session that succeeded has no end.",
    file: "checkout/sessions/sessionFollower.ts",
    at: 'sessionAfter(session, "succeed", { endedAt: «now»',
    to: "null",
    workload: "sessions"
  },
  {
    name: "A session is charged another amount than its own.",
    file: "checkout/confirm/confirmRows.ts",
    at: "amount: «session.amount»",
    to: "session.amount + 1n",
    workload: "sessions"
  },
  {
    name: "A challenge never ends.",
    file: "checkout/confirm/openChallenge.ts",
    at: 'scheduleJob(commit, "expire_authentication", «session.row.id», dueAt)',
    to: "commit.id('threeds')",
    workload: "sessions"
  },
  {
    name: "A challenge that was answered keeps the job that ends it.",
    file: "checkout/confirm/confirmRows.ts",
    at: "...removeJob(«expiry»)",
    to: "null",
    workload: "sessions"
  },
  {
    name: "An event has the version of the next change.",
    file: "platform/events/recordEvent.ts",
    at: "? { object, «version» }",
    to: "version: version + 1",
    workload: "subscriptions"
  },
  {
    name: "An event of a payment has the version of the next change.",
    file: "platform/events/recordEvent.ts",
    at: "payment_id: payment(row), «version» }",
    to: "version: version + 1",
    workload: "charges"
  },
  {
    name: "An event has the wrong mode.",
    file: "platform/events/recordEvent.ts",
    at: 'livemode: «commit.scope.mode === "live"»',
    to: "true",
    workload: "charges"
  },
  {
    name: "Alerts are published.",
    file: "platform/events/recordEvent.ts",
    at: "published: «!internalTypes.has(type)»",
    to: "true",
    workload: "holds"
  },
  {
    name: "An alert has no row.",
    file: "platform/events/recordEvent.ts",
    at: "return «[recorded, insert(commit.scope, AlertCollection, alert)]»",
    to: "[recorded]",
    workload: "holds"
  },
  {
    name: "An event has no delivery.",
    file: "outbound/webhooks/queueDeliveries.ts",
    at: "const committed = «changes.some(isPublished)»",
    to: "false",
    workload: "charges"
  },
  {
    name: "An endpoint gets events that it does not want.",
    file: "outbound/webhooks/queueDeliveries.ts",
    at: "if («types !== null && !types.includes(row.type)») continue",
    to: "false",
    workload: "charges"
  },
  {
    name: "A delivery has no job.",
    file: "outbound/webhooks/queueDeliveries.ts",
    at: "scheduleJob(commit, deliveryKind(endpoint), «delivery.id», now)",
    to: "event.id",
    workload: "charges"
  },
  {
    name: "An answer with an error counts as accepted.",
    file: "outbound/webhooks/deliverWebhook.ts",
    at: 'response._tag === "Answered" && «response.status >= 200 && response.status < 300»',
    to: "true",
    workload: "charges"
  },
  {
    name: "A delivery fails after its first try.",
    file: "outbound/webhooks/deliverWebhook.ts",
    at: "const isOver = «isTaken(response) || wait === undefined»",
    to: "true",
    workload: "charges"
  },
  {
    name: "A failed delivery is retried at once.",
    file: "outbound/webhooks/deliverWebhook.ts",
    at: "postponeJob(job, «now + waitFor(wait ?? 0, response, fraction())»)",
    to: "now",
    workload: "charges"
  },
  {
    name: "An accepted event has no time of delivery.",
    file: "outbound/webhooks/deliverWebhook.ts",
    at: "const first = «yield* firstTaken(delivery, now)»",
    to: "[]",
    workload: "charges"
  },
  {
    name: "An event that a consumer failed on is not parked.",
    file: "outbound/consumers/readPart.ts",
    at: "toPark.push(...«failuresFrom(own, at, error)»)",
    to: "[]",
    workload: "charges"
  },
  {
    name: "Events behind a failed one are skipped.",
    file: "outbound/consumers/readPart.ts",
    at: "«entries.slice(at)».map((entry, nth)",
    to: "entries.slice(at, at + 1)",
    workload: "refunds"
  },
  {
    name: "Events behind a parked one are handled before it.",
    file: "outbound/consumers/readPart.ts",
    at: "if («behind.has(subject)») {",
    to: "false",
    workload: "refunds"
  },
  {
    name: "A key does not remember its request.",
    file: "platform/idempotency/claimKey.ts",
    at: "if («Option.isSome(found) && moment.now - found.value.row.created < keyRetentionMs») {",
    to: "false",
    workload: "charges"
  },
  {
    name: "An answer is not stored under its key.",
    file: "platform/idempotency/claimKey.ts",
    at: "open === null || «open.row.answer !== null»",
    to: "true",
    workload: "charges"
  },
  {
    name: "A replay answers with another request's answer.",
    file: "platform/idempotency/claimKey.ts",
    at: "return Result.succeed(«record.answer»)",
    to: "record.answer.replace('EUR', 'USD')",
    workload: "refunds"
  },
  {
    name: "A removed job stays.",
    file: "platform/jobs/scheduleJob.ts",
    at: "job === null ? [] : «[remove(JobCollection, job)]»",
    to: "[postponeJob(job, job.row.dueAt + 8.64e9)]",
    workload: "holds"
  },
  {
    name: "An erased customer keeps the name.",
    file: "erasure/erasedRows.ts",
    at: "email: null,\n  name: «null»",
    to: '"A."',
    workload: "erasures"
  },
  {
    name: "An erased payment keeps its metadata.",
    file: "erasure/erasedPayment.ts",
    at: "...before,\n      metadata: «{}»",
    to: "before.metadata",
    workload: "erasures"
  },
  {
    name: "Events of an erased payment keep its metadata.",
    file: "erasure/erasedPayment.ts",
    at: "data: { ...event.data, object: «erased(event.data.object)» }",
    to: "event.data.object",
    workload: "erasures"
  },
  {
    name: "Answers about an erased customer stay.",
    file: "erasure/runErasure.ts",
    at: "owned, (row) => «erasedAnswer(row, endpoints)»)",
    to: "row",
    workload: "erasures"
  },
  {
    name: "Cards of an erased customer are not detached.",
    file: "erasure/erasedRows.ts",
    at: ": { ...row, detached: «true», metadata: {} }",
    to: "false",
    workload: "erasures"
  }
]
