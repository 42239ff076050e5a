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
  const { losesNext, faults } = losingOnce()
  return {
    over: (send) => async (address, init) => {
      const { pathname } = new URL(address instanceof Request ? address.url : String(address))
      const loses = isSubmission(pathname, init?.method ?? "GET") && losesNext()
      const response = await send(address, init)
      if (!loses) return response
      throw new TypeError("The connection broke.")
    },
    faults
  }
}

/** The fault that loses the answer of one submission of evidence. */
interface LosingOnce extends Pick<LosingAnswers, "faults"> {
  /** Returns true for the submission whose answer is lost. It is called for each submission. */
  readonly losesNext: () => boolean
}

/** Creates the fault that loses the answer of the next submission of evidence. */
export const losingOnce = (): LosingOnce => {
  let isLosing = false
  return {
    losesNext: () => {
      const loses = isLosing
      isLosing = false
      return loses
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
