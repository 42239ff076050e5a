import { parentPort, workerData } from "node:worker_threads"
import { buildRequest, parseAnswer } from "./answerCalls.ts"
import { loadPrism, type PrismModule } from "./loadPrism.ts"
import type { FlowCall, RawAnswer } from "./PrismLibrary.ts"

/** A call to the worker. Without an answer the request is built, with one the answer is read. */
export interface WorkerCall {
  readonly id: number
  readonly call: FlowCall
  readonly answer?: RawAnswer
}

/** The worker's answer to a call. */
export type WorkerAnswer =
  | { readonly id: number; readonly value: unknown }
  | {
      readonly id: number
      readonly error: { readonly name: string; readonly code: string; readonly message: string }
    }

let loaded: PrismModule | null = null

const answerTo = ({ id, call, answer }: WorkerCall): WorkerAnswer => {
  try {
    loaded ??= loadPrism(String(workerData.from))
    const value =
      answer === undefined ? buildRequest(loaded, call) : parseAnswer(loaded, call, answer)
    return { id, value }
  } catch (failure) {
    const { name = "Error", code = "PRISM_ERROR", message = "" } = Object(failure)
    return { id, error: { name: String(name), code: String(code), message: String(message) } }
  }
}

parentPort?.on("message", (call: WorkerCall) => parentPort?.postMessage(answerTo(call)))
