import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, it, onTestFinished } from "vitest"
import { surviveMoves } from "./surviveMoves.ts"

it("a shop that moves between cells loses no answer while servers and movers are killed", async () => {
  const folder = mkdtempSync(join(tmpdir(), "payloom-moves-test-"))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const survived = await surviveMoves({
    folder,
    servers: 2,
    clients: 3,
    cells: 2,
    moves: 1,
    kills: 2,
    killEveryMs: 500,
    patienceMs: 90_000,
    onProgress: () => undefined
  })
  expect(survived).toMatchObject({ unanswered: 0, lost: 0, doubled: 0, findings: [], moves: 1 })
  expect(survived.acknowledged).toBeGreaterThan(5)
  expect(survived.webhooks).toBeGreaterThan(5)
})
