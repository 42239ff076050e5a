import {
  type ConsumerPart,
  ConsumerPartCollection,
  deploymentScope,
  EventCollection,
  lateAfterMs,
  ParkedCollection,
  type StoragePort
} from "@payloom/core"
import { Effect } from "effect"
import { counted, spanText } from "../../output/format.ts"
import { type Finding, ok, problem, warning } from "./Finding.ts"

/** The parts of all consumers that are read: 16 of each of 50 consumers. */
const mostParts = 800
const mostParked = 100

/** Checks the consumers of events: how far they are behind, and what they could not handle. */
export const checkConsumers = async (storage: StoragePort): Promise<ReadonlyArray<Finding>> => [
  await checkLag(storage),
  await checkParked(storage)
]

const checkLag = async (storage: StoragePort): Promise<Finding> => {
  const query = { order: "asc", limit: mostParts } as const
  const stored = await Effect.runPromise(
    storage.page(deploymentScope, ConsumerPartCollection, query)
  )
  const byName = Map.groupBy(
    stored.map(({ row }) => row),
    ({ consumer }) => consumer
  )
  const behind: Array<string> = []
  for (const [name, parts] of byName) {
    const lag = await lagOf(storage, parts)
    if (lag < lateAfterMs) continue
    const now = Date.now()
    const runs = parts.some(({ owner, leasedUntil }) => owner !== null && (leasedUntil ?? 0) > now)
    behind.push(`${name} is ${spanText(lag)} behind${runs ? "" : ", and no process runs it"}`)
  }
  return behind.length === 0
    ? ok("consumers", `${counted(byName.size, "consumer")}, and none is behind.`)
    : problem(
        "consumers",
        `${behind.join("; ")}.`,
        "Start a process that consumes with this name, and look into its log."
      )
}

/** Returns the age of the oldest event that a consumer has not read, in milliseconds. */
const lagOf = async (storage: StoragePort, parts: ReadonlyArray<ConsumerPart>): Promise<number> => {
  let oldest = Number.POSITIVE_INFINITY
  for (const { part, position } of parts) {
    const query = { part, after: position, limit: 1 }
    const { rows } = await Effect.runPromise(storage.feed(EventCollection, query))
    oldest = Math.min(oldest, rows[0]?.row.occurredAt ?? oldest)
  }
  return Math.max(0, Date.now() - oldest)
}

const checkParked = async (storage: StoragePort): Promise<Finding> => {
  const query = { order: "asc", limit: mostParked } as const
  const parked = (
    await Effect.runPromise(storage.page(deploymentScope, ParkedCollection, query))
  ).map(({ row }) => row)
  const [first] = parked
  if (first === undefined) return ok("parked_events", "No event is parked.")
  const aside = parked.filter(({ status }) => status === "set_aside")
  const more = parked.length === mostParked ? " or more" : ""
  const shown = aside[0] ?? first
  const found =
    `${counted(parked.length, "event")}${more} parked, because a handler fails. ` +
    `${shown.consumer} fails on ${shown.type} ${shown.event}: ${shown.error ?? "not tried yet"}`
  return aside.length === 0
    ? warning("parked_events", found, "Mend the handler. The events are tried again soon.")
    : problem(
        "parked_events",
        found,
        "Mend the handler, then hand the events out again: payloom.events.replay, or Consumers " +
          "in the console."
      )
}
