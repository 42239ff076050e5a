import { expect, it, onTestFinished } from "vitest"
import { Performer } from "./Performer.ts"
import type { ClientSideView } from "./View.ts"

const action: ClientSideView = {
  _tag: "client_side",
  kind: "challenge",
  payload: "first",
  isClosed: false
}

/** Takes a function away that browsers of before 2024 don't have. */
const withoutAny = (): void => {
  const { any } = AbortSignal
  onTestFinished(() => {
    AbortSignal.any = any
  })
  Reflect.deleteProperty(AbortSignal, "any")
}

it("a script is asked, and ended with the page or by the next one, in browsers without AbortSignal.any", async () => {
  withoutAny()
  const performer = new Performer()
  const page = new AbortController()
  const signals: Array<AbortSignal> = []
  const ask = () =>
    performer.perform(
      action,
      async (_, signal) => {
        signals.push(signal)
        return "asked"
      },
      page.signal
    )
  expect([await ask(), await ask()]).toEqual(["asked", "asked"])
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, false])
  page.abort()
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, true])
  await ask()
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, true, true])
})
