import { expect, it, vi } from "vitest"
import { cuttable } from "./cuttable.ts"

const piece = new Uint8Array([1])

const endless = (left: () => void = () => undefined) =>
  new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(piece),
    cancel: left
  })

const opened = (whole: ReadableStream<Uint8Array>, idleMs = 60_000) => {
  const onGone = vi.fn()
  return { onGone, ...cuttable(whole, { idleMs, onGone }) }
}

it("an answer is passed on whole, and is over once", async () => {
  const { body, onGone } = opened(new Response("a long file").body ?? endless())
  expect(await new Response(body).text()).toBe("a long file")
  expect(onGone).toHaveBeenCalledOnce()
})

it("an answer that is cut ends with an error, and its source is left", async () => {
  const left = vi.fn()
  const { body, cut, onGone } = opened(endless(left))
  const reader = body.getReader()
  await reader.read()
  cut("The person may not have it.")
  await expect(reader.read()).rejects.toThrow("may not have it")
  expect([left.mock.calls.length, onGone.mock.calls.length]).toEqual([1, 1])
})

it("an answer whose reader leaves, or stops reading, gives its place back", async () => {
  const left = vi.fn()
  const gone = opened(endless(left))
  await gone.body.cancel()
  expect([left.mock.calls.length, gone.onGone.mock.calls.length]).toEqual([1, 1])
  const idle = opened(endless(), 10)
  await idle.body.getReader().read()
  await expect.poll(() => idle.onGone.mock.calls.length).toBe(1)
})

it("an answer whose source fails fails too, and is over", async () => {
  const broken = new ReadableStream<Uint8Array>({
    pull: () => Promise.reject(new Error("The database is gone."))
  })
  const { body, onGone } = opened(broken)
  await expect(new Response(body).text()).rejects.toThrow("The database is gone.")
  expect(onGone).toHaveBeenCalledOnce()
})
