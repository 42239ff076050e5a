import { existsSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { StartRefused } from "@payloom/example-kit/StartRefused"
import { Duration, Effect } from "effect"
import { afterAll, describe, expect, it } from "vitest"
import { cleanUp, temporaryFolder } from "../testing/runServer.ts"
import { demoClock } from "./demoClock.ts"

afterAll(cleanUp)

const month = 30 * 86_400_000

const fileFor = () => join(temporaryFolder(), "payloom.db.clock")

/** Returns the number of days that a clock is ahead of the machine's. */
const daysAhead = ({ now }: { readonly now: () => number }) =>
  Math.round((now() - Date.now()) / 86_400_000)

describe("the demo's clock", () => {
  it("is the machine's clock until it is moved, and writes no file", () => {
    const file = fileFor()
    expect(daysAhead(demoClock(file))).toBe(0)
    expect(existsSync(file)).toBe(false)
  })

  it("continues from the new time, in milliseconds and nanoseconds", async () => {
    const clock = demoClock(fileFor())
    clock.moveTo(Date.now() + month)
    expect(daysAhead(clock)).toBe(30)
    const before = clock.now()
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(clock.now()).toBeGreaterThan(before)
    const millis = Number(Effect.runSync(clock.currentTimeNanos) / 1_000_000n)
    expect(Math.round((millis - Date.now()) / (month / 30))).toBe(30)
  })

  it("sleeps for the given duration after it was moved", async () => {
    const clock = demoClock(fileFor())
    clock.moveTo(Date.now() + month)
    // With a wrong implementation, this would take a month.
    await Effect.runPromise(clock.sleep(Duration.millis(30)))
  })

  it("never goes back", () => {
    const clock = demoClock(fileFor())
    clock.moveTo(Date.now() + month)
    clock.moveTo(Date.now())
    expect(daysAhead(clock)).toBe(30)
  })

  it("keeps its lead for the next process", () => {
    const file = fileFor()
    demoClock(file).moveTo(Date.now() + month)
    expect(daysAhead(demoClock(file))).toBe(30)
  })

  it.each(["soon", "-1", "1.5", "1e400"])("refuses a file that contains %j", (text) => {
    const file = fileFor()
    writeFileSync(file, text)
    expect(() => demoClock(file)).toThrow(StartRefused)
  })
})
