import { monitorEventLoopDelay } from "node:perf_hooks"
import { serveNode } from "@payloom/adapter-http/node"
import { createConsole } from "@payloom/console"
import { Hono } from "hono"
import { openShop } from "../engine.ts"

/** The first message of the server: the addresses of the console and of the merchant's data. */
export interface TabsListening {
  readonly page: string
  readonly data: string
}

/** The charges that the server made for some time. */
export interface Charged {
  readonly charges: number
  readonly ms: number
  /** The processor time of the whole process. */
  readonly cpuMs: number
  /** The delay of the event loop, which 99 of 100 timers stay below, in milliseconds. */
  readonly delayMs: number
}

const callers = 32

const [file = ""] = process.argv.slice(2)
const shop = await openShop(file)
await shop.payloom.reporting.run()
const console = createConsole(shop.payloom, {
  basePath: "/console",
  authenticate: () => ({ id: "user_1", name: "Ada", role: "viewer" })
})
const pages = new Hono().all("/console/*", ({ req, env }) => console(req.raw, env))
const { url } = await serveNode(shop.payloom, { port: 0, pages })

/** Makes charges with several callers for some time. */
const chargeFor = async (forMs: number): Promise<Charged> => {
  const before = process.cpuUsage()
  const started = performance.now()
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  let charges = 0
  const caller = async () => {
    while (performance.now() - started < forMs) {
      await shop.charge()
      charges += 1
    }
  }
  await Promise.all(Array.from({ length: callers }, caller))
  delay.disable()
  const { user, system } = process.cpuUsage(before)
  return {
    charges,
    ms: performance.now() - started,
    cpuMs: (user + system) / 1000,
    delayMs: delay.percentile(99) / 1e6
  }
}

process.on("message", (forMs: number) => {
  void chargeFor(forMs).then((charged) => process.send?.(charged))
})
process.on("disconnect", () => process.exit(0))
const { tenant, mode } = shop.merchant.scope
const page = `${url}/console`
const data = `${page}/api/${tenant}/${mode}`
process.send?.({ page, data } satisfies TabsListening)
