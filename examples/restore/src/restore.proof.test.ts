import { mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { AheadClock } from "@payloom/example-kit/aheadClock"
import { afterAll, describe, expect, it } from "vitest"
import { sandboxBank, stripeBank, type TrialBank } from "./banks.ts"
import { loseAndRestore } from "./loseAndRestore.ts"

const folder = mkdtempSync(join(tmpdir(), "payloom-restore-"))

afterAll(() => rmSync(folder, { recursive: true, force: true }))

type OpenBank = (clock: AheadClock, own: string) => Promise<TrialBank>

const banks: ReadonlyArray<readonly [string, OpenBank]> = [
  ["the sandbox's bank", async (_, own) => sandboxBank(own)],
  ["the fake of Stripe", (clock) => stripeBank(clock.now)]
]

describe("a store that is backed up under load, lost, restored and reconciled", () => {
  it.each(banks)("is equal to the cent to the books of %s, over kills", async (name, openBank) => {
    const own = join(folder, name.replaceAll(/\W/g, "-"))
    mkdirSync(own)
    const result = await loseAndRestore({
      folder: own,
      openBank: (clock) => openBank(clock, own),
      kills: 1,
      shopMs: 500
    })
    expect(result.findings).toEqual([])
    expect(result.booked).toBeGreaterThan(10)
    expect(result.kills.reduce((sum, kills) => sum + kills, 0)).toBeGreaterThan(2)
  })
})
