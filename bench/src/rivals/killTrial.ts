import { setTimeout as pause } from "node:timers/promises"
import type { Bank } from "./bank/startBank.ts"
import { judge, type OrderAtEnd, type Verdict } from "./judge.ts"
import { type Program, RivalProcess } from "./RivalProcess.ts"
import type { Places } from "./shared/serve.ts"

/** The options of a kill trial. */
export interface KillTrial {
  readonly program: Program
  readonly places: Places
  readonly bank: Bank
  readonly kills: number
  /** The longest wait at the end for orders that were cut off, in milliseconds. */
  readonly patienceMs: number
  readonly onProgress: (share: number, text: string) => void
}

/** The result of a kill trial. */
export interface Killed extends Verdict {
  readonly kills: number
  readonly orders: number
  readonly acknowledged: number
}

/** The concurrent clients, and the longest time between two kills. */
const clients = 8
const longestLifeMs = 1000

/** The wait of a client before it repeats an order that was cut off. */
const betweenTriesMs = 1000

/** Keeps one process running. It is started again after each kill. */
class Supervisor {
  readonly #trial: KillTrial
  #current: Promise<RivalProcess>

  constructor(trial: KillTrial) {
    this.#trial = trial
    this.#current = RivalProcess.start(trial.program, trial.places)
  }

  get current(): Promise<RivalProcess> {
    return this.#current
  }

  async kill(): Promise<void> {
    const old = await this.#current
    this.#current = old
      .kill()
      .then(() => RivalProcess.start(this.#trial.program, this.#trial.places))
    await this.#current
  }
}

/**
 * Buys with several clients while the process is killed again and again. The bank loses answers. A
 * client whose order fails repeats it, and meanwhile buys something else. At the end all of them
 * have some time to get their answer, and then the orders are judged.
 */
export const killTrial = async (trial: KillTrial): Promise<Killed> => {
  const supervisor = new Supervisor(trial)
  const acknowledged = new Map<string, boolean>()
  const repeats: Array<Promise<void>> = []
  let isOver = false
  let deadline = Number.POSITIVE_INFINITY
  let next = 1000
  const once = async (order: string): Promise<boolean> => {
    try {
      await (await supervisor.current).ask({ does: "lifecycle", order })
      acknowledged.set(order, true)
      return true
    } catch {
      return false
    }
  }
  const repeat = async (order: string): Promise<void> => {
    while (performance.now() < deadline) {
      await pause(betweenTriesMs)
      if (await once(order)) return
    }
  }
  const client = async () => {
    while (!isOver) {
      const order = String(next++)
      acknowledged.set(order, false)
      if (!(await once(order))) repeats.push(repeat(order))
    }
  }
  await supervisor.current
  const buying = Array.from({ length: clients }, client)
  for (let killed = 0; killed < trial.kills; killed++) {
    await pause(longestLifeMs * Math.random())
    await supervisor.kill()
    const { size } = acknowledged
    trial.onProgress((killed + 1) / trial.kills, `${killed + 1} kills, ${size} orders`)
  }
  isOver = true
  deadline = performance.now() + trial.patienceMs
  const ended = new AbortController()
  const waited = pause(trial.patienceMs + 5000, undefined, { signal: ended.signal })
  await Promise.race([Promise.all(buying).then(() => Promise.all(repeats)), waited])
  ended.abort()
  await waited.catch(() => undefined)
  const process = await supervisor.current
  const orders: Array<OrderAtEnd> = []
  for (const [order, isAcknowledged] of acknowledged) {
    orders.push({
      order,
      isAcknowledged,
      isDone: isAcknowledged && (await process.ask({ does: "isDone", order })) === true
    })
  }
  await process.kill()
  return {
    kills: trial.kills,
    orders: orders.length,
    acknowledged: orders.filter((one) => one.isAcknowledged).length,
    ...judge(orders, trial.bank.effects())
  }
}
