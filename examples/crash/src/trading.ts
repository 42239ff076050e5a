import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { aheadClock } from "@payloom/example-kit/aheadClock"
import { clientOf } from "@payloom/example-kit/client"
import { type Crew, startCrew } from "@payloom/example-kit/crew"
import { untilSettled } from "@payloom/example-kit/untilSettled"
import { type Audit, audit, type Judged } from "./audit.ts"
import type { PaidSession } from "./buying.ts"
import { type Endpoint, startEndpoint, webhookFindings } from "./endpoint.ts"
import { startEngine } from "./engine.ts"
import { prepareRenewals, renewalFindings } from "./renewals.ts"
import { openShop } from "./shop.ts"

/** The options of trials with renewals and webhooks. */
export interface Trading {
  readonly servers: number
  /** The longest wait for all work in flight to settle at the end, in milliseconds. */
  readonly patienceMs: number
  readonly onProgress: (share: number, text: string) => void
}

/** The servers and the shop during a trial. */
export interface TradingStage {
  readonly crew: Crew
  readonly judged: Judged & { readonly sessions: Array<PaidSession> }
  /** The lead of the servers' clocks over the machine's clock, in milliseconds. */
  readonly aheadMs: number
}

/** The result of the troubles of a trial. */
interface Troubled {
  /** Errors of helpers that must never happen. */
  readonly wrong?: ReadonlyArray<string>
  readonly findings?: ReadonlyArray<string>
}

/** The result of a trial with renewals and webhooks. */
export interface Traded extends Audit {
  readonly servers: number
  /** The number of answered requests. Each is repeated at the end. */
  readonly acknowledged: number
  /** The number of requests without an answer. */
  readonly unanswered: number
  readonly refused: Readonly<Record<string, number>>
  /** The number of events that the endpoint took. */
  readonly webhooks: number
  /** The number of subscriptions that were renewed meanwhile. */
  readonly renewals: number
}

/** The places of the rows and of the bank's journal, and the number and interval of renewals. */
interface TradingPlace {
  readonly places: Parameters<typeof startEngine>[0]
  readonly renewing: { readonly count: number; readonly everyMs: number }
}

/**
 * Starts servers on a shop whose subscriptions are renewed and whose webhooks are sent, and lets
 * something happen to them. Then it waits until all work has settled, and audits.
 */
export const tradeThrough = async <Result extends Troubled>(
  trading: Trading,
  place: TradingPlace,
  trouble: (stage: TradingStage) => Promise<Result>
): Promise<Traded & { readonly troubled: Result }> => {
  const endpoint = await startEndpoint()
  try {
    return await tradeWith(endpoint, trading, place, trouble)
  } finally {
    await endpoint.stop()
  }
}

const tradeWith = async <Result extends Troubled>(
  endpoint: Endpoint,
  { servers, patienceMs, onProgress }: Trading,
  { places, renewing }: TradingPlace,
  trouble: (stage: TradingStage) => Promise<Result>
) => {
  const clock = aheadClock()
  const judge = await startEngine(places, { clock, works: false })
  const shop = await openShop(judge.payloom, judge.box)
  const renewals = await prepareRenewals(judge.payloom, shop, clock, renewing)
  await shop.merchant.webhooks.create({ url: endpoint.url })
  renewals.begin()
  const since = clock.now()
  const script = join(import.meta.dirname, "server.ts")
  const crew = startCrew({ servers, script, setup: places })
  const aheadMs = clock.now() - Date.now()
  crew.moveAhead(aheadMs)
  try {
    const client = clientOf(shop.secretKey, crew.url)
    const sessions: Array<PaidSession> = []
    const judged = { ...judge, shop, client, sessions, wrong: crew.wrong }
    while (crew.url() === null) await pause(50)
    const troubled = await trouble({ crew, judged, aheadMs })
    const { payloom } = judge
    const { scope } = shop.merchant
    await untilSettled({ crew, clock, client, payloom, scope, patienceMs, onProgress })
    const found = await audit({ ...judged, wrong: [...crew.wrong, ...(troubled.wrong ?? [])] })
    const more = [
      ...(troubled.findings ?? []),
      ...(await renewalFindings(shop, renewals.subscriptions)),
      ...(await webhookFindings(shop, endpoint, since))
    ]
    return {
      servers,
      acknowledged: client.acknowledged.length,
      unanswered: client.unanswered.size,
      refused: Object.fromEntries(client.refused),
      webhooks: endpoint.taken.size,
      renewals: renewals.subscriptions.length,
      troubled,
      ...found,
      findings: [...found.findings, ...more].slice(0, 20)
    }
  } finally {
    await crew.stop()
    await judge.payloom.close()
  }
}
