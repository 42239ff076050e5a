import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, it, onTestFinished } from "vitest"
import { compareBesideHostile } from "./besideHostile.ts"

it.each([
  ["workers", true],
  ["runDue", false]
])(
  "%s deliver a merchant's webhooks while another's endpoints hang, are slow or fail",
  async (_, hasWorkers) => {
    const folder = mkdtempSync(join(tmpdir(), "payloom-hostile-test-"))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    let files = 0
    const compared = await compareBesideHostile({
      folder,
      newStorage: async () => join(folder, `payloom-${++files}.db`),
      hasWorkers,
      rounds: 1,
      deliveries: 800,
      watchMs: 500,
      onProgress: () => undefined
    })
    // The timeout of a hanging endpoint is fifteen seconds.
    expect(compared.beside.webhookP99Ms).toBeLessThan(15_000)
    expect(compared.alone.webhookP99Ms).toBeGreaterThan(0)
  }
)
