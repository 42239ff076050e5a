import { afterEach, beforeEach, expect, it, vi } from "vitest"
import { rechecks } from "./rechecks.ts"

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const opened = () => {
  const { follow } = rechecks(5000)
  const checks: Array<string> = []
  const ended: Array<string> = []
  const answers = new Map<string, () => Promise<boolean>>()
  const open = (name: string, page = name) => {
    const stop: () => void = follow({
      name,
      mayStay: async () => {
        checks.push(name)
        return (await answers.get(name)?.()) ?? true
      },
      end: () => {
        ended.push(page)
        stop()
      }
    })
    return stop
  }
  return { open, checks, ended, answers }
}

it("an answer is ended within seconds after its person lost the right", async () => {
  const { open, ended, answers } = opened()
  open("ada")
  open("bob")
  await vi.advanceTimersByTimeAsync(60_000)
  expect(ended).toEqual([])
  answers.set("ada", async () => false)
  await vi.advanceTimersByTimeAsync(5000)
  expect(ended).toEqual(["ada"])
})

it("an answer is ended if nobody can say whether the person has the right", async () => {
  const { open, ended, answers } = opened()
  open("ada")
  answers.set("ada", () => Promise.reject(new Error("The session store is down.")))
  await vi.advanceTimersByTimeAsync(5000)
  expect(ended).toEqual(["ada"])
})

it("a thousand tabs of a person are checked once in an interval, and end together", async () => {
  const { open, checks, ended, answers } = opened()
  for (let tab = 0; tab < 1000; tab += 1) open("ada", `tab ${tab}`)
  await vi.advanceTimersByTimeAsync(50_000)
  expect(checks).toHaveLength(10)
  answers.set("ada", async () => false)
  await vi.advanceTimersByTimeAsync(5000)
  expect(ended).toHaveLength(1000)
})

it("an answer that is over is not checked, and a later one of the same name is", async () => {
  const { open, checks } = opened()
  open("ada")()
  await vi.advanceTimersByTimeAsync(20_000)
  expect(checks).toEqual([])
  open("ada")
  await vi.advanceTimersByTimeAsync(5000)
  expect(checks).toEqual(["ada"])
  expect(vi.getTimerCount()).toBe(1)
})
