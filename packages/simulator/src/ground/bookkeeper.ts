import type { ConsumedEvent } from "@payloom/core"
import type { ConsumerFault } from "../history/History.ts"
import type { ProcessStorage } from "./processStorage.ts"

/** The name of the consumer that the processes run. */
export const consumerName = "bookkeeper"

/** The handler of a consumer of all events, which all processes run. */
export interface Bookkeeper {
  /** Handles an event in a process. */
  readonly handle: (event: ConsumedEvent, process: ProcessStorage) => unknown
  /** The ids of the handled events, in the order of handling. An id may come several times. */
  readonly handled: ReadonlyArray<string>
  /** The events that were replayed after they had been set aside. */
  readonly replayed: Set<string>
  /** Adds a fault of the next events. */
  readonly meet: (fault: ConsumerFault, times: number) => void
  /** Removes all faults. */
  readonly end: () => void
}

/** The beginning of the error of a handler that fails. */
export const consumerFailure = "consumer: it failed"

/** Creates a handler without faults. */
export const openBookkeeper = (): Bookkeeper => {
  const handled: Array<string> = []
  let waiting: Array<ConsumerFault> = []
  const dying = (process: ProcessStorage) => {
    process.die()
    return never
  }
  const handle: Bookkeeper["handle"] = ({ id }, process) => {
    if (process.isDead()) return never
    const fault = waiting.shift()
    if (fault === "fails") throw new Error(consumerFailure)
    if (fault === "hangs") return never
    if (fault === "dies_before") return dying(process)
    handled.push(id)
    return fault === "dies_after" ? dying(process) : undefined
  }
  return {
    handle,
    handled,
    replayed: new Set(),
    meet: (fault, times) => {
      waiting = [...waiting, ...Array.from({ length: times }, () => fault)]
    },
    end: () => {
      waiting = []
    }
  }
}

/** A promise that is never settled, as of a process that was killed. */
const never = new Promise<never>(() => undefined)
