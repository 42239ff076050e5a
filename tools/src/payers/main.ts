// Decoders are compiled, as an application may do it.
import "effect/schema/SchemaJITCompiler/enable"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { serveNode } from "@payloom/adapter-http/node"
import { sqlite } from "@payloom/adapter-sqlite"
import { Payloom } from "@payloom/core"
import { givenOptions } from "@payloom/example-kit/givenOptions"
import { progressBar } from "@payloom/example-kit/progressBar"
import { wholeNumber } from "@payloom/example-kit/wholeNumber"
import { sandbox } from "@payloom/testkit"
import { auditFuzzed } from "../fuzz/fuzzServer.ts"
import { attack } from "./attack.ts"
import { openPayerShop } from "./PayerShop.ts"

const values = givenOptions({
  attacks: { type: "string", default: "2000" },
  seed: { type: "string", default: "1" },
  json: { type: "boolean", default: false }
})
const attacks = wholeNumber("attacks", values.attacks, { least: 1, most: 10_000_000 })

const started = performance.now()
const folder = mkdtempSync(join(tmpdir(), "payloom-payers-"))
const places = { storage: join(folder, "payloom.db"), bank: join(folder, "bank") }
const bar = progressBar()
const loggedErrors: Array<string> = []
try {
  const box = sandbox({ journal: places.bank })
  const payloom = await Payloom.make({
    ...box.setup,
    storage: sqlite(places.storage),
    onLog: ({ level, message, cause = "" }) => {
      const isWrong = level === "error" && !cause.includes("sandbox: ")
      if (isWrong && loggedErrors.length < 20) loggedErrors.push(`${message} ${cause}`)
    }
  })
  const serving = await serveNode(payloom, { port: 0 })
  const attacked = await attack(await openPayerShop(box, payloom), {
    attacks,
    seed: values.seed,
    onProgress: (done) => bar.show(done / attacks, `${done} attacks`),
    send: async ({ method, path, headers, body }) => {
      const response = await fetch(`${serving.url}${path}`, {
        method,
        headers: { ...headers },
        ...(body === null ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(60_000)
      })
      return { status: response.status, text: await response.text() }
    }
  })
  await serving.close()
  await payloom.close()
  const auditFindings = (await auditFuzzed(places)).slice(0, 20)
  bar.end()
  const seconds = Math.round((performance.now() - started) / 100) / 10
  const result = { seed: values.seed, ...attacked, loggedErrors, auditFindings, seconds }
  process.stdout.write(`${JSON.stringify(result, null, values.json ? 0 : 2)}\n`)
  const all = [...attacked.findings, ...loggedErrors, ...auditFindings]
  process.exitCode = all.length === 0 ? 0 : 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
