import { fork } from "node:child_process"
import { once } from "node:events"
import { join } from "node:path"
import type { Answer, Order } from "./receiver.ts"

/** The process of all endpoints. */
export interface Receiver {
  /** Returns the address of an endpoint. */
  readonly urlOf: (endpoint: string) => string
  /** Sends an order. Resolves once it is carried out. */
  readonly order: (order: Order) => Promise<void>
  readonly stop: () => Promise<void>
}

/** Starts a process with endpoints of these names. It records all requests in a file. */
export const startReceiver = async (
  file: string,
  names: ReadonlyArray<string>
): Promise<Receiver> => {
  const receiver = fork(join(import.meta.dirname, "receiver.ts"), [file, ...names], {
    execArgv: ["--conditions=source"]
  })
  const ports = (await once(receiver, "message"))[0] as Exclude<Answer, "done">
  let last: Promise<unknown> = Promise.resolve()
  return {
    urlOf: (endpoint) => `http://127.0.0.1:${ports[endpoint]}/`,
    order: async (order) => {
      last = last.then(() => {
        const answered = once(receiver, "message")
        receiver.send(order)
        return answered
      })
      await last
    },
    stop: async () => {
      const ended = once(receiver, "exit")
      receiver.disconnect()
      await ended
    }
  }
}
