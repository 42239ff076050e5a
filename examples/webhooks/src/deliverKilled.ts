import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { aheadClock } from "@payloom/example-kit/aheadClock"
import type { SandboxShop } from "@payloom/testkit"
import { type Audit, audit } from "./audit.ts"
import { type Conduct, conductAt, endpoints } from "./conduct.ts"
import { type Crew, startCrew } from "./crew.ts"
import { placesIn, startEngine } from "./engine.ts"
import { eventsFile } from "./eventsFile.ts"
import { openSeenFile } from "./seenFile.ts"
import { openStanding, type Standing } from "./standing.ts"
import { type Receiver, startReceiver } from "./startReceiver.ts"

/** The options of a trial. */
export interface Trial {
  /** The folder for the files of the consumer and the endpoints. */
  readonly folder: string
  /** The engines' database: a PostgreSQL address, or the path of a SQLite file. */
  readonly storage: string
  /** The least number of events. */
  readonly events: number
  readonly workers: number
  readonly kills: number
  readonly killEveryMs: number
  /** The longest wait for the last webhooks and events, in milliseconds. */
  readonly patienceMs: number
  readonly onProgress: (share: number, text: string) => void
}

/** The result of a trial. */
export interface Tried extends Audit {
  /** The work that was left after the longest wait. Null if none was left. */
  readonly gaveUpOn: Standing | null
  readonly kills: number
  readonly workers: number
  readonly seconds: number
}

const names = Object.keys(endpoints)
const lookEveryMs = 250

/** The number of published events of a payment. */
const eventsOfPayment = 5

/** The highest rate of events whose webhooks can be sent to all endpoints without delay. */
const mostPerSecond = 100

/** The time without progress after which the clock is moved ahead. */
const stuckMs = 1500
/** The least step of the clock. It ends the lease of a killed process. */
const shortestLeapMs = 31_000
/** The greatest step of the clock. A webhook in flight stays valid for five minutes. */
const longestLeapMs = 240_000
/** The trial doesn't wait for later jobs, such as a look-up of a charge that was never made. */
const soonMs = 240_000

/**
 * Lets several processes pay, send and consume. Meanwhile they are killed one after the other, and
 * endpoints fail. Then it waits until everything has arrived, and audits.
 */
export const deliverKilled = async (trial: Trial): Promise<Tried> => {
  const places = placesIn(trial.folder, trial.storage)
  openSeenFile(places.seen)
  const clock = aheadClock()
  const started = performance.now()
  const receiver = await startReceiver(places.received, names)
  const { payloom, box } = await startEngine(places, { clock, works: false })
  const shop = await box.openShop(payloom)
  const ids = await openEndpoints(shop, receiver)
  const paymentInstrument = await box.saveCard(shop, "approved")
  const killingSeconds = (trial.kills * trial.killEveryMs) / 1000
  const perSecond = Math.min(trial.events / Math.max(killingSeconds, 1), mostPerSecond)
  const payEveryMs = (1000 * trial.workers * eventsOfPayment) / perSecond
  const crew = startCrew(trial, { places, scope: shop.scope, paymentInstrument, payEveryMs })
  const standing = await openStanding(places)
  const stage = { trial, receiver, shop, crew, clock, standing, ids }
  await throughTrouble(stage)
  const calmAt = clock.now()
  const gaveUpOn = await untilAllIsThere(stage)
  const seconds = Math.round((performance.now() - started) / 100) / 10
  await crew.stop()
  await payloom.close()
  await standing.close()
  await receiver.stop()
  const { workers } = trial
  const events = await eventsFile(places.storage, join(trial.folder, "events.db"))
  const found = audit({ ...places, events }, calmAt)
  return { ...found, gaveUpOn, kills: crew.kills(), workers, seconds }
}

interface Stage {
  readonly trial: Trial
  readonly receiver: Receiver
  readonly shop: SandboxShop
  readonly crew: Crew
  readonly clock: ReturnType<typeof aheadClock>
  readonly standing: Awaited<ReturnType<typeof openStanding>>
  /** The ids of the endpoints, by name. */
  readonly ids: ReadonlyMap<string, string>
}

const openEndpoints = async (
  { webhooks }: SandboxShop,
  { urlOf, order }: Receiver
): Promise<ReadonlyMap<string, string>> => {
  const ids = new Map<string, string>()
  for (const name of names) {
    const { id, secret } = await webhooks.create({ url: urlOf(name), description: name })
    await order({ endpoint: name, secret })
    ids.set(name, id)
  }
  return ids
}

/** Waits until the number of events and the number of kills are reached. */
const throughTrouble = async (stage: Stage): Promise<void> => {
  const { trial, crew, standing, receiver } = stage
  const behaving = new Map<string, Conduct>()
  let goneAt = 0
  for (;;) {
    const published = await standing.published()
    const share = Math.min(published / trial.events, 1)
    for (const [name, stretch] of Object.entries(endpoints)) {
      const conduct = conductAt(stretch, share)
      const before = behaving.get(name) ?? "takes"
      if (conduct === before) continue
      behaving.set(name, conduct)
      if (conduct === "is_gone") goneAt = stage.clock.now()
      const endpoint = stage.ids.get(name) ?? ""
      // Webhooks may be behind the events, so the endpoint stays gone until one has met it.
      if (before === "is_gone") await untilDisabled(stage, endpoint)
      await receiver.order({ endpoint: name, conduct })
      if (before === "is_gone") await welcomeBack(stage, endpoint, goneAt)
    }
    trial.onProgress(share, `${published} events, ${crew.kills()} killed`)
    if (share === 1) crew.send({ pays: false })
    if (share === 1 && crew.kills() >= trial.kills) return
    await pause(lookEveryMs)
  }
}

/** The longest time from an event to the end of its commit on a busy machine. */
const longestCommitMs = 15_000

/** Waits until the engine has disabled an endpoint that answers 410. */
const untilDisabled = async ({ shop, trial }: Stage, endpoint: string): Promise<void> => {
  const giveUpAt = performance.now() + trial.patienceMs
  while ((await shop.webhooks.retrieve(endpoint)).status !== "disabled") {
    if (performance.now() > giveUpAt)
      throw new Error("The endpoint that answered 410 is not disabled.")
    await pause(lookEveryMs)
  }
}

/** Enables an endpoint that has answered 410, and sends the events that it missed. */
const welcomeBack = async ({ shop }: Stage, endpoint: string, goneAt: number): Promise<void> => {
  await shop.webhooks.update(endpoint, { status: "enabled" })
  await shop.webhooks.replay({ endpoint, from: goneAt - longestCommitMs })
}

/**
 * Waits until all webhooks and events are delivered. If all deliveries wait for a later time, the
 * clocks of all processes are moved ahead. Returns the remaining work if it takes too long,
 * otherwise null.
 */
const untilAllIsThere = async (stage: Stage): Promise<Standing | null> => {
  const { trial, clock, standing } = stage
  const giveUpAt = performance.now() + trial.patienceMs
  const by = clock.now() + soonMs
  let movedAt = performance.now()
  let before = ""
  for (;;) {
    const now: Standing = await standing.read(by)
    const { pending, unseen, unsettled, nextAt } = now
    if (pending === 0 && unseen === 0 && unsettled === 0) return null
    if (performance.now() > giveUpAt) return now
    trial.onProgress(1, `${pending} deliveries and ${unseen} events are left`)
    if (before !== JSON.stringify(now)) movedAt = performance.now()
    before = JSON.stringify(now)
    if (performance.now() - movedAt > stuckMs) {
      const wait = (nextAt ?? 0) - clock.now()
      await moveAhead(stage, Math.min(Math.max(wait, shortestLeapMs), longestLeapMs))
      movedAt = performance.now()
    }
    await pause(lookEveryMs)
  }
}

/** Moves the receiver's clock first, because it accepts slightly older signatures. */
const moveAhead = async ({ clock, crew, receiver }: Stage, leapMs: number): Promise<void> => {
  clock.moveTo(clock.now() + leapMs)
  const aheadMs = clock.now() - Date.now()
  await receiver.order({ aheadMs })
  crew.send({ aheadMs })
}
