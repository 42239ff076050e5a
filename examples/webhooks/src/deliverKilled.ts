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

/** What is to be tried out. */
export interface Trial {
  /** For the files of whoever isn't an engine. */
  readonly folder: string
  /** Of the engines' database: a PostgreSQL address, or the name of a SQLite file. */
  readonly storage: string
  /** How many events there are at least. */
  readonly events: number
  readonly workers: number
  readonly kills: number
  readonly killEveryMs: number
  /** How long the last webhooks and events are waited for, in milliseconds. */
  readonly patienceMs: number
  readonly onProgress: (share: number, text: string) => void
}

/** What came of it. */
export interface Tried extends Audit {
  /** What was still under way when the patience was over; null where nothing was. */
  readonly gaveUpOn: Standing | null
  readonly kills: number
  readonly workers: number
  readonly seconds: number
}

const names = Object.keys(endpoints)
const lookEveryMs = 250

/** Of one payment so many events are published. */
const eventsOfPayment = 5

/** Of so many events the webhooks can be sent as they come, to all of the endpoints. */
const mostPerSecond = 100

/** Nothing happens for so long: all that is left waits for its time. */
const stuckMs = 1500
/** A lease of somebody who was killed is over by then. */
const shortestLeapMs = 31_000
/** A webhook that is under way meanwhile is believed for five minutes. */
const longestLeapMs = 240_000
/** What is due later, such as a question about a charge never made, is nothing to wait for. */
const soonMs = 240_000

/**
 * Has several processes pay, send and consume while they are killed one after the other, and
 * endpoints behave badly; then waits until all has arrived, and audits.
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
  /** Of the endpoints, by name. */
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

/** Until there are as many events as there are to be, and as many were killed. */
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
      await receiver.order({ endpoint: name, conduct })
      if (before === "is_gone") await welcomeBack(stage, stage.ids.get(name) ?? "", goneAt)
    }
    trial.onProgress(share, `${published} events, ${crew.kills()} killed`)
    if (share === 1) crew.tell({ pays: false })
    if (share === 1 && crew.kills() >= trial.kills) return
    await pause(lookEveryMs)
  }
}

/** A commit is made no longer after what it tells of, however busy the machine is. */
const longestCommitMs = 15_000

/** Enables an endpoint that said to be gone, and sends what it missed. */
const welcomeBack = async (
  { shop, trial }: Stage,
  endpoint: string,
  goneAt: number
): Promise<void> => {
  const giveUpAt = performance.now() + trial.patienceMs
  while ((await shop.webhooks.retrieve(endpoint)).status !== "disabled") {
    if (performance.now() > giveUpAt) throw new Error("A 410 has disabled no endpoint.")
    await pause(lookEveryMs)
  }
  await shop.webhooks.update(endpoint, { status: "enabled" })
  await shop.webhooks.replay({ endpoint, from: goneAt - longestCommitMs })
}

/**
 * Until nothing is left to be sent, seen or told of; answers what is left where it takes too long.
 * Where all that is left waits for its time, the time of all processes is moved ahead.
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
    trial.onProgress(1, `${pending} to be delivered, ${unseen} to be consumed`)
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

/** Whoever verifies first: they believe what is a little behind them. */
const moveAhead = async ({ clock, crew, receiver }: Stage, leapMs: number): Promise<void> => {
  clock.moveTo(clock.now() + leapMs)
  const aheadMs = clock.now() - Date.now()
  await receiver.order({ aheadMs })
  crew.tell({ aheadMs })
}
