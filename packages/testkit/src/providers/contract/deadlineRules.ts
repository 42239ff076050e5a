import type { ProviderFaults, ProviderHarness, ProviderRule } from "../ProviderHarness.ts"
import { charge, modify } from "./calls.ts"
import { chargedNothing, doneNothing, mustBe, nameOf } from "./findings.ts"
import { kindsOf, ready } from "./modificationRules.ts"
import { chargeOf, type Kind, modificationOf } from "./requests.ts"

/** The rules of deadlines: nothing is sent after sendBefore. */
export const deadlineRules = (harness: ProviderHarness): ReadonlyArray<ProviderRule> => {
  const { delaysSending } = harness.faults
  const kinds = kindsOf(harness)
  return [
    {
      name: "a charge is not sent after sendBefore",
      run: () => chargesNothing(harness, passed)
    },
    ...kinds.map((kind) => ({
      name: `a ${kind} is not sent after sendBefore`,
      run: () => doesNothing(harness, kind, passed)
    })),
    ...(delaysSending === undefined ? [] : waitingRules(harness, kinds, delaysSending))
  ]
}

/** The rules for connectors that wait for something before they send. */
const waitingRules = (
  harness: ProviderHarness,
  kinds: ReadonlyArray<Kind>,
  delaysSending: NonNullable<ProviderFaults["delaysSending"]>
): ReadonlyArray<ProviderRule> => {
  const passesMeanwhile = async () => {
    await delaysSending(300)
    return Date.now() + 100
  }
  return [
    {
      name: "a charge is not sent if sendBefore passes while the connector waits to send",
      run: () => chargesNothing(harness, passesMeanwhile)
    },
    ...kinds.map((kind) => ({
      name: `a ${kind} is not sent if sendBefore passes while the connector waits to send`,
      run: () => doesNothing(harness, kind, passesMeanwhile)
    }))
  ]
}

const passed = async (): Promise<number> => Date.now() - 1
const because = "sendBefore had passed"

const chargesNothing = async (
  harness: ProviderHarness,
  deadline: () => Promise<number>
): Promise<void> => {
  const request = chargeOf(harness, { sendBefore: await deadline() })
  const outcome = await charge(harness, request)
  await chargedNothing(harness, request, because)
  mustBe(outcome, `${nameOf(request)}, past sendBefore,`, "NotSent")
}

const doesNothing = async (
  harness: ProviderHarness,
  kind: Kind,
  deadline: () => Promise<number>
): Promise<void> => {
  const made = await ready(harness, kind)
  const request = modificationOf(kind, made, { sendBefore: await deadline() })
  const outcome = await modify(harness, kind, request)
  await doneNothing(harness, kind, request, because)
  mustBe(outcome, `${nameOf(request)}, past sendBefore,`, "NotSent")
}
