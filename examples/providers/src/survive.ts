import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { aheadClock } from "@payloom/example-kit/aheadClock"
import { clientOf } from "@payloom/example-kit/client"
import { type Crew, startCrew } from "@payloom/example-kit/crew"
import { untilSettled } from "@payloom/example-kit/untilSettled"
import { type Audit, audit, readBooks } from "./audit.ts"
import { buyAll } from "./buying.ts"
import { startEngine } from "./engine.ts"
import { type Fakes, startFakes } from "./fakes/startFakes.ts"
import { figuresOf, type ProviderFigures } from "./figures.ts"
import type { LibraryCommand } from "./library.ts"
import { ordersIn } from "./orders.ts"
import { openShop, type Shop } from "./shop.ts"

/** The options of a trial. */
export interface Trial {
  /** The folder of the SQLite file. */
  readonly folder: string
  /** The way to start programs that load hyperswitch-prism. Without it, its processors are out. */
  readonly library: LibraryCommand | null
  readonly servers: number
  readonly orders: number
  readonly kills: number
  /** The number of concurrent buyers. */
  readonly lanes: number
  /** The longest wait for all work in flight to settle at the end, in milliseconds. */
  readonly patienceMs: number
  readonly onProgress: (share: number, text: string) => void
}

/** The result of a trial. */
export interface Survived {
  readonly payments: number
  readonly kills: number
  readonly unanswered: number
  readonly refused: Readonly<Record<string, number>>
  readonly providers: Readonly<Record<string, ProviderFigures>>
  readonly audit: Audit
}

/** Some processors are searched for an hour before a lost charge counts as absent. */
const soonMs = 2 * 3_600_000

/**
 * Buys at all providers at the same time. Meanwhile calls to them break, hang and get lost,
 * webhooks come twice, late and out of order, and servers are killed. Then it waits until all work
 * has settled, and audits.
 */
export const survive = async (trial: Trial): Promise<Survived> => {
  const clock = aheadClock()
  const fakes = await startFakes(trial.library !== null, clock.now)
  const places = { database: join(trial.folder, "payloom.db"), ...fakes.places }
  const judge = await startEngine(places, null, { clock, works: false })
  const shop = await openShop(judge.payloom, judge.box, {
    providers: fakes.providers,
    orders: trial.orders
  })
  const crew = startServers(trial, places)
  try {
    const client = clientOf(shop.secretKey, crew.url)
    while (crew.url() === null) await pause(50)
    const notifying = setInterval(() => notifyAnyServer(fakes, shop, crew), 200)
    const repeated = new Set<string>()
    const kills = await buyAndKill(trial, crew, (onOrder) =>
      buyAll(
        { client, shop, providers: fakes.providers, repeated },
        ordersIn(fakes.currencies, trial.orders),
        { lanes: trial.lanes, onOrder }
      )
    )
    for (const { faults } of fakes.providers) faults.clear()
    const settling = {
      ...{ payloom: judge.payloom, scope: shop.merchant.scope, client, crew, clock },
      ...{ patienceMs: trial.patienceMs, soonMs, onProgress: trial.onProgress }
    }
    await untilSettled(settling)
    // Providers repeat notifications for days if no server accepted them.
    await repeatNotifications(fakes, shop, crew)
    await untilSettled(settling)
    clearInterval(notifying)
    const books = await readBooks(judge.payloom, shop)
    const { findings, ...found } = await audit(books, shop, fakes.providers)
    return {
      payments: books.payments.length,
      kills,
      unanswered: client.unanswered.size,
      refused: Object.fromEntries(client.refused),
      providers: figuresOf(books, fakes.providers, repeated),
      audit: {
        ...found,
        differences: found.differences + crew.wrong.length,
        findings: [...crew.wrong, ...findings].slice(0, 20)
      }
    }
  } finally {
    await crew.stop()
    await judge.payloom.close()
    await fakes.close()
  }
}

/** Starts the servers. With the library, each of them has it in a thread of its own. */
const startServers = ({ servers, library }: Trial, places: object): Crew => {
  const script = join(import.meta.dirname, "server.ts")
  if (library === null) return startCrew({ servers, script, setup: { ...places, from: null } })
  const { from, execPath, execArgv } = library
  const run = { execPath, execArgv: [...execArgv] }
  return startCrew({ servers, script, setup: { ...places, from }, run })
}

/** Lets customers buy, and kills servers meanwhile. Returns the number of killed servers. */
const buyAndKill = async (
  { kills: wanted, orders, onProgress }: Trial,
  crew: Crew,
  buy: (onOrder: (done: number) => void) => Promise<void>
): Promise<number> => {
  let done = 0
  let kills = 0
  const killing = setInterval(() => {
    if (kills < wanted && done >= ((kills + 1) * orders) / (wanted + 1)) {
      if (crew.kill()) kills += 1
    }
  }, 20)
  try {
    await buy((nth) => {
      done = nth
      onProgress(nth / orders, `${nth} orders, ${kills} killed`)
    })
  } finally {
    clearInterval(killing)
  }
  return kills
}

/** Sends notifications to any running server. */
const notifyAnyServer = ({ providers }: Fakes, { mids }: Shop, crew: Crew): void => {
  const url = crew.url()
  if (url === null) return
  for (const { provider, events } of providers) {
    events.sendTo(`${url}/providers/${mids.get(provider)}/notifications`)
  }
}

const repeatNotifications = async (
  { providers }: Fakes,
  { mids }: Shop,
  crew: Crew
): Promise<void> => {
  for (const { provider, events } of providers) {
    for (const { headers, body } of events.signed()) {
      const url = `${crew.url()}/providers/${mids.get(provider)}/notifications`
      const response = await fetch(url, { method: "POST", headers, body })
      await response.arrayBuffer()
    }
  }
}
