// Decoders are compiled, as an application may do it.
import "effect/schema/SchemaJITCompiler/enable"
import { monitorEventLoopDelay } from "node:perf_hooks"
import { serveNode } from "@payloom/adapter-http/node"
import { sqlite } from "@payloom/adapter-sqlite"
import { Payloom } from "@payloom/core"
import { type FuzzPlaces, openFuzzShop, type ServerReport } from "./fuzzServer.ts"

/** A server that is fuzzed: an engine on a SQLite file, with workers. */
const places: FuzzPlaces = JSON.parse(process.argv[2] ?? "")
const report = (what: ServerReport) => process.send?.(what)
const { box, openShop, ciphertexts } = await openFuzzShop(places)
const payloom = await Payloom.make({
  ...box.setup,
  storage: sqlite(places.storage),
  workers: true,
  onLog: ({ level, message, cause = "" }) => {
    if (level === "error" && !cause.includes("sandbox: ")) report({ wrong: `${message} ${cause}` })
  }
})
const shop = await openShop(payloom)
const serving = await serveNode(payloom, { port: 0 })
const delays = monitorEventLoopDelay({ resolution: 2 })
delays.enable()
report({ url: serving.url, ciphertexts, ...shop })

process.on("message", async () => {
  delays.disable()
  const ms = (nanoseconds: number) => Math.round(nanoseconds / 1e5) / 10
  const { user, system } = process.cpuUsage()
  report({
    delays: { p50: ms(delays.percentile(50)), p99: ms(delays.percentile(99)), max: ms(delays.max) },
    processorSeconds: Math.round((user + system) / 1e5) / 10
  })
  await serving.close()
  process.disconnect()
})
// The parent process has ended.
process.on("disconnect", () => process.exit())
