import type { ProviderFaults, ProviderHarness, ProviderRule } from "../ProviderHarness.ts"
import { charge, modify } from "./calls.ts"
import { chargedNothing, doneNothing, mustBe, nameOf } from "./findings.ts"
import { kindsOf, ready } from "./modificationRules.ts"
import { chargeOf, type Kind, modificationOf } from "./requests.ts"

/** What may not be sent any more is not sent. */
export const deadlineRules = (harness: ProviderHarness): ReadonlyArray<ProviderRule> => {
  const { delaysSending } = harness.faults
  const kinds = kindsOf(harness)
  return [
    {
      name: "nothing is charged past sendBefore",
      run: () => chargesNothing(harness, passed)
    },
    ...kinds.map((kind) => ({
      name: `no ${kind} is sent past sendBefore`,
      run: () => doesNothing(harness, kind, passed)
    })),
    ...(delaysSending === undefined ? [] : waitingRules(harness, kinds, delaysSending))
  ]
}

/** What connectors have to hold to that wait for something before they send. */
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
      name: "nothing is charged where sendBefore passes while the connector waits to send",
      run: () => chargesNothing(harness, passesMeanwhile)
    },
    ...kinds.map((kind) => ({
      name: `no ${kind} is sent where sendBefore passes while the connector waits to send`,
      run: () => doesNothing(harness, kind, passesMeanwhile)
    }))
  ]
}

const passed = async (): Promise<number> => Date.now() - 1
const because = "It was too late to send it"

const chargesNothing = async (
  harness: ProviderHarness,
  deadline: () => Promise<number>
): Promise<void> => {
  const request = chargeOf(harness, { sendBefore: await deadline() })
  const outcome = await charge(harness, request)
  await chargedNothing(harness, request, because)
  mustBe(outcome, `${nameOf(request)}, too late to be sent,`, "NotSent")
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
  mustBe(outcome, `${nameOf(request)}, too late to be sent,`, "NotSent")
}
