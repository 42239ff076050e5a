import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { givenOptions } from "@payloom/example-kit/givenOptions"
import { progressBar } from "@payloom/example-kit/progressBar"
import { wholeNumber } from "@payloom/example-kit/wholeNumber"
import { fuzz } from "./fuzz.ts"
import { auditFuzzed, startFuzzServer } from "./fuzzServer.ts"

const values = givenOptions({
  requests: { type: "string", default: "10000" },
  seed: { type: "string", default: "1" },
  json: { type: "boolean", default: false }
})
const requests = wholeNumber("requests", values.requests, { least: 1, most: 10_000_000 })

/** The number of requests at a time. */
const lanes = 8

const started = performance.now()
const folder = mkdtempSync(join(tmpdir(), "payloom-fuzz-"))
const places = { storage: join(folder, "payloom.db"), bank: join(folder, "bank") }
const bar = progressBar()
try {
  const server = await startFuzzServer(places)
  const onProgress = (sent: number) => bar.show(sent / requests, `${sent} requests`)
  const fuzzed = await fuzz(server.target, { requests, seed: values.seed, lanes, onProgress })
  const figures = await server.stop()
  const auditFindings = (await auditFuzzed(places)).slice(0, 20)
  bar.end()
  const result = {
    seed: values.seed,
    ...fuzzed,
    brokenConnections: server.broken(),
    eventLoopDelayMs: figures.delays,
    serverProcessorSeconds: figures.processorSeconds,
    loggedErrors: server.wrong.slice(0, 20),
    auditFindings,
    seconds: Math.round((performance.now() - started) / 100) / 10
  }
  process.stdout.write(`${JSON.stringify(result, null, values.json ? 0 : 2)}\n`)
  const isFine = fuzzed.findingCount === 0 && server.wrong.length === 0
  process.exitCode = isFine && auditFindings.length === 0 ? 0 : 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
