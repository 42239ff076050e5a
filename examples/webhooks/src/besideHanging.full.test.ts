import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, it, onTestFinished } from "vitest"
import { compareBesideHanging } from "./besideHanging.ts"

it("an endpoint that takes connections and never answers holds up no webhook to another", async () => {
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
  // Held up, a webhook would come only once a try at the other one, of which eight run, is over.
  expect(compared.besideHanging).toBeGreaterThan(compared.hangingTriesEnded + 8)
  expect(compared.p99AloneMs).toBeGreaterThan(0)
})
