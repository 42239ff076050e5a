import type { ProviderFaults } from "../providers/ProviderHarness.ts"

/** A connection that can lose the answer of a submission of evidence. */
export interface LosingAnswers {
  /** Wraps a `fetch`. The next request that submits evidence is sent, and its answer is lost. */
  readonly over: (send: typeof fetch) => typeof fetch
  /** Adds the fault to those of a `ProviderHarness`. */
  readonly faults: (faults: ProviderFaults) => ProviderFaults
}

/**
 * Creates a connection to a fake that can lose the answer of a submission of evidence.
 * `isSubmission` returns true for the request that submits it, by its path and method.
 */
export const losingAnswers = (
  isSubmission: (path: string, method: string) => boolean
): LosingAnswers => {
  let isLosing = false
  return {
    over: (send) => async (address, init) => {
      const { pathname } = new URL(address instanceof Request ? address.url : String(address))
      const loses = isLosing && isSubmission(pathname, init?.method ?? "GET")
      const response = await send(address, init)
      if (!loses) return response
      isLosing = false
      throw new TypeError("The connection broke.")
    },
    faults: (faults) => ({
      ...faults,
      losesEvidenceAnswer: () => {
        isLosing = true
      },
      clear: () => {
        isLosing = false
        return faults.clear()
      }
    })
  }
}
