import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, it, onTestFinished } from "vitest"
import { compareBesideHanging } from "./besideHanging.ts"

it("an endpoint that never answers doesn't delay webhooks to another endpoint", async () => {
  const folder = mkdtempSync(join(tmpdir(), "payloom-hanging-test-"))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const onProgress = () => undefined
  const compared = await compareBesideHanging({
    folder,
    storage: join(folder, "payloom.db"),
    rounds: 1,
    events: 60,
    onProgress
  })
  // If it did, webhooks would only be sent after one of the eight tries at the hanging endpoint.
  expect(compared.besideHanging).toBeGreaterThan(compared.hangingTriesEnded + 8)
  expect(compared.p99AloneMs).toBeGreaterThan(0)
})
