import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { parseEnv } from "node:util"
import { type Copy, endOf, runScript, startScript } from "./scripts.ts"

/** The observations of one visit to a running recipe. */
export interface Visit {
  /** The status of a payment over HTTP, by the mounted handler. */
  readonly overHttp: unknown
  /** The status of a payment in process, by the recipe's own route. */
  readonly inProcess: unknown
  /** The payments' ids of one order that was sent twice. */
  readonly isChargedOnce: boolean
  /** True if the recipe received a valid webhook of the order. */
  readonly isWebhookReceived: boolean
  /** The status of the answer to a webhook without a valid signature. */
  readonly forgedWebhook: number
  /** True if the program ended by itself, and the engine closed its database. */
  readonly isStoppedCleanly: boolean
}

/** Sets a recipe up, builds it if it has a build, pays in it, and stops it with SIGTERM. */
export const tryRecipe = async (copy: Copy): Promise<Visit> => {
  await runScript(copy, "setup")
  const { child, output } = startScript(copy, "start")
  try {
    const visit = await visitRecipe(copy)
    child.kill("SIGTERM")
    const ended = await endOf(child)
    // SQLite removes this file when the last connection is closed in order.
    const isClosed = !existsSync(join(copy.folder, "payloom.db-wal"))
    return { ...visit, isStoppedCleanly: isClosed && (ended === 0 || ended === "SIGTERM") }
  } catch (error) {
    throw new Error(`${copy.recipe}: ${error}\n${output()}`, { cause: error })
  } finally {
    child.kill("SIGKILL")
  }
}

const visitRecipe = async ({ folder, port }: Copy): Promise<Omit<Visit, "isStoppedCleanly">> => {
  const { KEY = "", CARD = "" } = parseEnv(readFileSync(join(folder, ".env"), "utf8"))
  const at = `http://127.0.0.1:${port}`
  await until(async () => (await fetch(`${at}/payloom/health`)).ok)
  const paid = await fetch(`${at}/payloom/payments`, {
    method: "POST",
    headers: {
      Authorization: `Bearer ${KEY}`,
      "Idempotency-Key": "over-http",
      "Content-Type": "application/json"
    },
    body: JSON.stringify({
      amount: "1250",
      currency: "EUR",
      type: "one_off",
      payment_instrument: CARD
    })
  })
  const order = async () =>
    Object(await (await fetch(`${at}/orders/order-1`, { method: "POST" })).json())
  const [first, second] = [await order(), await order()]
  const isPaid = async () =>
    Object(await (await fetch(`${at}/orders/order-1`)).json()).paid === true
  const isWebhookReceived = await until(isPaid)
  const forged = await fetch(`${at}/hooks`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ object: "event", type: "payment.succeeded" })
  })
  return {
    overHttp: Object(await paid.json()).status,
    inProcess: first.status,
    isChargedOnce: first.id !== undefined && first.id === second.id,
    isWebhookReceived,
    forgedWebhook: forged.status
  }
}

const patienceMs = 60_000

/** Resolves to true once the condition holds, and to false if it doesn't hold for a minute. */
const until = async (condition: () => Promise<boolean>): Promise<boolean> => {
  for (let waitedMs = 0; waitedMs < patienceMs; waitedMs += 100) {
    if (await condition().catch(() => false)) return true
    await sleep(100)
  }
  return false
}
