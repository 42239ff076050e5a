import type { PaymentProvider } from "@payloom/core"
import { Effect } from "effect"
import { losingOnce } from "../../fake/losingAnswers.ts"
import {
  chargeThat,
  type Line,
  type ModificationConduct,
  type ModificationVerdict,
  modificationThat
} from "../../sandbox/conduct.ts"
import type { SandboxScript } from "../../sandbox/SandboxScript.ts"
import type { ProviderFaults } from "../ProviderHarness.ts"

type Fault = "breaksAnswer" | "holdsAnswer" | "refusesConnection"

const kinds = ["capture", "void", "refund", "increment"] as const

/**
 * Creates faults. One fault at a time waits for the next call of any kind. A call without a fault
 * follows its card. If `settlesLater` is true, captures, voids and refunds are carried out an hour
 * later.
 */
export const sandboxFaults = (script: SandboxScript, settlesLater: boolean): ProviderFaults => {
  let next: Fault | null = null
  const meet =
    <Conduct>(conducts: Readonly<Record<Fault, Conduct>>, otherwise?: Conduct) =>
    () => {
      const fault = next
      next = null
      return fault === null ? otherwise : conducts[fault]
    }
  const forEver = { times: Infinity }
  script.charge(
    meet({
      breaksAnswer: chargeThat.throwsAfterCharging(),
      holdsAnswer: chargeThat.hangsAfterCharging(),
      refusesConnection: chargeThat.isNotSent()
    }),
    forEver
  )
  const verdict: ModificationVerdict = settlesLater
    ? { _tag: "Settle", afterMs: 3_600_000, fails: null }
    : { _tag: "CarryOut", reversesAfterMs: null }
  const reaches = (line: Line): ModificationConduct => ({ _tag: "Reaches", verdict, line })
  const conducts = {
    breaksAnswer: reaches({ _tag: "Breaks" }),
    holdsAnswer: reaches({ _tag: "Hangs" }),
    refusesConnection: modificationThat.isNotSent()
  }
  const later = settlesLater ? reaches({ _tag: "Answers", afterMs: 0 }) : undefined
  for (const kind of kinds) {
    script[kind](meet(conducts, kind === "increment" ? undefined : later), forEver)
  }
  const waits = (fault: Fault) => () => {
    next = fault
  }
  return {
    breaksAnswer: waits("breaksAnswer"),
    holdsAnswer: waits("holdsAnswer"),
    refusesConnection: waits("refusesConnection"),
    clear: () => {
      next = null
    }
  }
}

/** Wraps a provider so that the answer of a submission of evidence can be lost. */
export const losingEvidence = (
  provider: PaymentProvider,
  faults: ProviderFaults
): { readonly provider: PaymentProvider; readonly faults: ProviderFaults } => {
  const { evidence } = provider
  if (evidence === undefined) return { provider, faults }
  const losing = losingOnce()
  const broken = Effect.suspend(() => Effect.die(new Error("the connection broke")))
  return {
    provider: {
      ...provider,
      evidence: {
        ...evidence,
        submit: (request) => {
          const submitting = evidence.submit(request)
          return losing.losesNext() ? Effect.andThen(submitting, broken) : submitting
        }
      }
    },
    faults: losing.faults(faults)
  }
}

/**
 * Wraps a provider so that it waits before it sends, and adds a fault that makes this step slow.
 */
export const waitingProvider = (
  provider: PaymentProvider,
  faults: ProviderFaults
): { readonly provider: PaymentProvider; readonly faults: ProviderFaults } => {
  let delayMs = 0
  const wait = Effect.suspend(() => {
    const byMs = delayMs
    delayMs = 0
    return byMs > 0 ? Effect.sleep(byMs) : Effect.void
  })
  const { charge, capture, void: release, refund, increment } = provider
  return {
    provider: {
      ...provider,
      charge: (request) => Effect.andThen(wait, charge(request)),
      capture: (request) => Effect.andThen(wait, capture(request)),
      void: (request) => Effect.andThen(wait, release(request)),
      refund: (request) => Effect.andThen(wait, refund(request)),
      ...(increment === undefined
        ? {}
        : { increment: (request) => Effect.andThen(wait, increment(request)) })
    },
    faults: {
      ...faults,
      delaysSending: (byMs) => {
        delayMs = byMs
      },
      clear: () => {
        delayMs = 0
        return faults.clear()
      }
    }
  }
}
