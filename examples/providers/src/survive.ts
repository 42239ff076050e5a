import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { aheadClock } from "@payloom/example-kit/aheadClock"
import { clientOf } from "@payloom/example-kit/client"
import { type Crew, startCrew } from "@payloom/example-kit/crew"
import { untilSettled } from "@payloom/example-kit/untilSettled"
import { type Audit, audit } from "./audit.ts"
import { buyAll } from "./buying.ts"
import { startEngine } from "./engine.ts"
import { type Fakes, startFakes } from "./fakes.ts"
import { openShop, type Shop } from "./shop.ts"

/** The options of a trial. */
export interface Trial {
  /** The folder of the SQLite file. */
  readonly folder: string
  readonly servers: number
  readonly orders: number
  readonly kills: number
  /** The longest wait for all work in flight to settle at the end, in milliseconds. */
  readonly patienceMs: number
  readonly onProgress: (share: number, text: string) => void
}

/** The result of a trial. */
export interface Survived extends Audit {
  readonly kills: number
  readonly unanswered: number
  readonly refused: Readonly<Record<string, number>>
  readonly seconds: number
}

/** The number of concurrent buyers. */
const lanes = 8

/**
 * Buys at Stripe and Adyen at the same time. Meanwhile calls to both break, hang and get lost,
 * webhooks come twice, late and out of order, and servers are killed. Then it waits until all work
 * has settled, and audits.
 */
export const survive = async (trial: Trial): Promise<Survived> => {
  const started = performance.now()
  const fakes = await startFakes()
  const places = { database: join(trial.folder, "payloom.db"), ...fakes.places }
  const clock = aheadClock()
  const judge = await startEngine(places, { clock, works: false })
  const shop = await openShop(judge.payloom, judge.box)
  const script = join(import.meta.dirname, "server.ts")
  const crew = startCrew({ servers: trial.servers, script, setup: places })
  try {
    const client = clientOf(shop.secretKey, crew.url)
    while (crew.url() === null) await pause(50)
    const notifying = setInterval(() => notifyAnyServer(fakes, shop, crew), 200)
    let done = 0
    let kills = 0
    const killing = setInterval(() => {
      if (kills < trial.kills && done >= ((kills + 1) * trial.orders) / (trial.kills + 1)) {
        if (crew.kill()) kills += 1
      }
    }, 20)
    await buyAll(
      { client, shop, fakes },
      {
        orders: trial.orders,
        lanes,
        onOrder: (nth) => {
          done = nth
          trial.onProgress(nth / trial.orders, `${nth} orders, ${kills} killed`)
        }
      }
    )
    clearInterval(killing)
    fakes.calm()
    const settling = {
      ...{ payloom: judge.payloom, scope: shop.merchant.scope, client, crew, clock },
      ...{ patienceMs: trial.patienceMs, onProgress: trial.onProgress }
    }
    await untilSettled(settling)
    // Providers repeat notifications for days if no server accepted them.
    await repeatNotifications(fakes, shop, crew)
    await untilSettled(settling)
    clearInterval(notifying)
    const found = await audit(judge.payloom, shop, fakes)
    return {
      ...found,
      findings: [...crew.wrong, ...found.findings].slice(0, 20),
      kills,
      unanswered: client.unanswered.size,
      refused: Object.fromEntries(client.refused),
      seconds: Math.round((performance.now() - started) / 100) / 10
    }
  } finally {
    await crew.stop()
    await judge.payloom.close()
    await fakes.close()
  }
}

/** Sends notifications to any running server. */
const notifyAnyServer = (fakes: Fakes, { mids }: Shop, crew: Crew): void => {
  const url = crew.url()
  if (url !== null) fakes.notifyAt(url, mids)
}

const repeatNotifications = async (fakes: Fakes, { mids }: Shop, crew: Crew): Promise<void> => {
  for (const { provider, headers, body } of fakes.notifications()) {
    const path = `/providers/${mids[provider]}/notifications`
    const response = await fetch(`${crew.url()}${path}`, { method: "POST", headers, body })
    await response.arrayBuffer()
  }
}
