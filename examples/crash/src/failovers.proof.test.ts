import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { missingPackages } from "@payloom/example-cluster/programs"
import { describe, expect, it, onTestFinished } from "vitest"
import { surviveFailovers } from "./surviveFailovers.ts"

const on =
  missingPackages.length === 0 ? "" : ` (not installed here: ${missingPackages.join(", ")})`

// The other faults wait for the end of a lease, for about 20 seconds each. They are in the trial
// that `npm run example:crash -- --failovers 50` runs.
describe.skipIf(missingPackages.length > 0)(`servers on a cluster under Patroni${on}`, () => {
  it("lose no answer and charge nobody twice when its primary is killed and replaced", async () => {
    const folder = mkdtempSync(join(tmpdir(), "payloom-failovers-test-"))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const survived = await surviveFailovers({
      folder,
      servers: 2,
      clients: 4,
      failovers: 1,
      faults: ["postgres"],
      patienceMs: 90_000,
      onProgress: () => undefined
    })
    expect(survived).toMatchObject({ unanswered: 0, lost: 0, doubled: 0, findings: [] })
    expect(survived.failovers).toMatchObject([{ fault: "postgres" }])
    expect(survived.webhooks).toBeGreaterThan(20)
  })
})
