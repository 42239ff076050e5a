import type { ServerResponse } from "node:http"
import { setTimeout as sleep } from "node:timers/promises"
import type { Fault } from "./FakeFaults.ts"

/**
 * Applies a fault to a call, before or after it is carried out. Resolves to true if the fault
 * ended the call. Then don't carry out or answer the call.
 *
 * @example
 * ```ts
 * const fault = faults.faultOf("charge")
 * if (await meetFault(fault, "before", response)) return
 * const answer = carryOut(request)
 * if (await meetFault(fault, "after", response)) return
 * response.end(JSON.stringify(answer))
 * ```
 */
export const meetFault = async (
  fault: Fault | null,
  when: "before" | "after",
  response: ServerResponse
): Promise<boolean> => {
  switch (fault?._tag) {
    case `holds_${when}`:
      await sleep("ms" in fault ? fault.ms : 0, null, { ref: false })
      return false
    case `drops_${when}`:
      response.destroy()
      return true
    case `resets_${when}`:
      response.socket?.resetAndDestroy()
      return true
    case `fails_${when}`: {
      // A gateway's answer has none of the provider's own format.
      const status = "status" in fault ? fault.status : 500
      response.writeHead(status, { "content-type": "text/html" }).end(`<h1>${status}</h1>`)
      return true
    }
    default:
      return false
  }
}
