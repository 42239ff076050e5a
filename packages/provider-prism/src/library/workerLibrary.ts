import { Worker } from "node:worker_threads"
import type { BuiltRequest, ParsedAnswer, PrismLibrary } from "./PrismLibrary.ts"
import { PrismRefused, PrismUnavailable } from "./PrismLibrary.ts"
import type { WorkerAnswer, WorkerCall } from "./prismWorker.ts"

interface Waiting {
  readonly resolve: (value: unknown) => void
  readonly reject: (failure: Error) => void
}

/**
 * Returns the library in a thread of its own, which starts with the first call. Loading the library
 * takes about 350 ms and each call about 1 ms. Neither holds the event loop of this thread. `from`
 * is the URL of the program whose installed library is loaded.
 */
export const workerLibrary = (from: string = import.meta.url): PrismLibrary => {
  const waiting = new Map<number, Waiting>()
  let worker: Worker | null = null
  let calls = 0

  const endAll = (ended: Worker, failure: Error): void => {
    if (worker !== ended) return
    worker = null
    for (const { reject } of waiting.values()) reject(failure)
    waiting.clear()
  }
  const settle = (answer: WorkerAnswer): void => {
    const found = waiting.get(answer.id)
    waiting.delete(answer.id)
    // A worker without calls doesn't keep the process alive.
    if (waiting.size === 0) worker?.unref()
    if ("error" in answer) found?.reject(errorOf(answer.error))
    else found?.resolve(answer.value)
  }
  const start = (): Worker => {
    // The built program lies beside the package's index, under its subpath `worker`.
    const extension = import.meta.url.endsWith(".ts") ? "ts" : "js"
    const url = new URL(`./prismWorker.${extension}`, import.meta.url)
    const started = new Worker(url, { workerData: { from } })
    started.on("message", settle)
    const fail = (reason: string) => endAll(started, new PrismUnavailable(reason))
    started.on("error", (failure) => fail(`The library's thread failed: ${failure}`))
    started.on("exit", (code) => fail(`The library's thread ended with ${code}.`))
    return started
  }
  const ask = <A>(call: Omit<WorkerCall, "id">): Promise<A> =>
    new Promise<unknown>((resolve, reject) => {
      worker ??= start()
      calls += 1
      waiting.set(calls, { resolve, reject })
      worker.ref()
      worker.postMessage({ id: calls, ...call } satisfies WorkerCall)
    }) as Promise<A>

  return {
    request: (call) => ask<BuiltRequest>({ call }),
    parse: (call, answer) => ask<ParsedAnswer>({ call, answer })
  }
}

const errorOf = ({
  name,
  code,
  message
}: {
  name: string
  code: string
  message: string
}): Error =>
  name === "PrismRefused" ? new PrismRefused(code, message) : new PrismUnavailable(message)
