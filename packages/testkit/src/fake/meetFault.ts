import type { ServerResponse } from "node:http"
import { setTimeout as sleep } from "node:timers/promises"
import type { Fault } from "./FakeFaults.ts"

/**
 * Has a call meet what goes wrong with it, before it is carried out or after. Resolves to whether
 * that was its end: then nothing is carried out, or answered, any more.
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
    case `fails_${when}`: {
      // What a gateway answers in a provider's place has nothing of the provider's in it.
      const status = "status" in fault ? fault.status : 500
      response.writeHead(status, { "content-type": "text/html" }).end(`<h1>${status}</h1>`)
      return true
    }
    default:
      return false
  }
}
