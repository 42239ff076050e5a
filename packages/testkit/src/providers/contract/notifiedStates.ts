import assert from "node:assert/strict"
import type { ChargeFound, ChargeRequest } from "@payloom/core"
import type { ProviderHarness, ProviderRule } from "../ProviderHarness.ts"
import { chargeWithPayer } from "./asking.ts"
import { charge, charged, onceDone, outcomeOf } from "./calls.ts"
import { doneOnce, mustBe, nameOf, textOf } from "./findings.ts"
import { accepted, kindsOf } from "./modificationRules.ts"
import { knowingOnly, type Notification, notificationsOf } from "./readNotifications.ts"
import { chargeOf, type Kind, modificationOf } from "./requests.ts"

type State = ChargeFound["state"]

/** The rules of notifications of charges that are not just captured. */
export const notifiedStates = (
  harness: ProviderHarness,
  notification: Notification
): ReadonlyArray<ProviderRule> => {
  const { pending, asksPayer } = harness.sources
  const { payerAnswers } = harness.backend
  const holds = kindsOf(harness).includes("capture")
  return [
    ...(holds ? [reportsHolds(harness, notification), changesIds(harness, notification)] : []),
    ...(harness.backend.decides === undefined
      ? []
      : [decidedIds(harness, notification, harness.backend.decides)]),
    ...(holds ? (["capture", "void"] as const) : []).map((kind) =>
      reportsModification(harness, notification, kind)
    ),
    ...(pending === undefined
      ? []
      : [
          {
            name: "a notification of a charge that is decided later reports no decision of its own",
            run: async () => {
              const request = chargeOf(harness, { source: pending })
              mustBe(await charge(harness, request), nameOf(request), "Pending")
              // Without backend.decides, the provider may have approved it by now.
              const decided = harness.backend.decides ? [] : (["authorized", "captured"] as const)
              await reports(harness, notification, request, "pending", ...decided)
            }
          }
        ]),
    ...(asksPayer === undefined || payerAnswers === undefined
      ? []
      : [
          {
            name: "a notification of a charge that waits for its payer reports the payer's answer",
            run: async () => {
              const asking = { harness, source: asksPayer, payerAnswers }
              const { request: waiting } = await chargeWithPayer(asking)
              await reports(harness, notification, waiting, "requires_action", "pending")
              await payerAnswers(waiting.reference, true)
              const open = ["requires_action", "pending", "authorized", "captured"] as const
              await reports(harness, notification, waiting, ...open)
            }
          }
        ])
  ]
}

/** Returns the charges that the notification of a charge reports, and its body. */
const reported = async (
  harness: ProviderHarness,
  notification: Notification,
  request: ChargeRequest
) => {
  const known = knowingOnly(request)
  const { reference } = request
  const { raw, notifications } = await notificationsOf(harness, notification, reference, known)
  return {
    body: raw?.body,
    charges: notifications.flatMap((each) => (each._tag === "Charge" ? [each] : []))
  }
}

/** Asserts that the notification of a charge reports one of these states, or nothing. */
const reports = async (
  harness: ProviderHarness,
  notification: Notification,
  request: ChargeRequest,
  ...right: ReadonlyArray<State>
): Promise<void> => {
  const { charges } = await reported(harness, notification, request)
  for (const { charge } of charges) {
    assert.ok(
      right.includes(charge.state),
      `The notification of ${request.reference} was read as ${textOf(charge)}. ` +
        `Expected: the state ${right.join(" or ")}.`
    )
  }
}

const reportsHolds = (harness: ProviderHarness, notification: Notification): ProviderRule => ({
  name: "a notification of a hold reports it as held or voided, or reports nothing",
  run: async () => {
    const { request, ...made } = await charged(harness, { capture: false })
    await reports(harness, notification, request, "authorized", "pending")
    const end = modificationOf("void", { request, ...made })
    await accepted(harness, "void", end)
    await onceDone(harness, "void", end)
    await reports(harness, notification, request, "voided", "expired", "authorized", "pending")
  }
})

const changesIds = (harness: ProviderHarness, notification: Notification): ProviderRule => ({
  name: "notifications of two states of one charge have different ids",
  run: async () => {
    const made = await charged(harness, { capture: false })
    const before = await reported(harness, notification, made.request)
    const capture = modificationOf("capture", made)
    await accepted(harness, "capture", capture)
    await onceDone(harness, "capture", capture)
    const after = await reported(harness, notification, made.request)
    haveOtherIds(made.request, before, after)
  }
})

type Reported = Awaited<ReturnType<typeof reported>>

const haveOtherIds = ({ reference }: ChargeRequest, before: Reported, after: Reported): void => {
  // The provider may post nothing more about the charge itself. Then this is the same event.
  if (after.body === before.body) return
  for (const { id, charge } of after.charges) {
    const earlier = before.charges.find((other) => other.id === id)
    assert.ok(
      earlier === undefined || earlier.charge.state === charge.state,
      `The notifications of ${reference} as ${earlier?.charge.state} and as ` +
        `${charge.state} have the same id "${id}". The second would be taken for a repeat.`
    )
  }
}

const decidedIds = (
  harness: ProviderHarness,
  notification: Notification,
  decides: NonNullable<ProviderHarness["backend"]["decides"]>
): ProviderRule => ({
  name: "a decision has another notification id than the pending charge, and so has its return",
  run: async () => {
    const { returnsCapture } = harness.backend
    const request = chargeOf(harness)
    await outcomeOf(harness.provider.charge(request))
    const seen = [await reported(harness, notification, request)]
    for (const change of [decides, ...(returnsCapture === undefined ? [] : [returnsCapture])]) {
      await change(request.reference)
      const now = await reported(harness, notification, request)
      for (const earlier of seen) haveOtherIds(request, earlier, now)
      seen.push(now)
    }
  }
})

const reportsModification = (
  harness: ProviderHarness,
  notification: Notification,
  kind: Exclude<Kind, "refund">
): ProviderRule => ({
  name: `a notification of a ${kind} reports it in its present state, or reports nothing`,
  run: async () => {
    const made = await charged(harness, { capture: false })
    const request = modificationOf(kind, made)
    await accepted(harness, kind, request)
    const known = knowingOnly(made.request, made.charge.providerReference)
    const { reference } = request
    const { notifications, read } = await notificationsOf(harness, notification, reference, known)
    for (const each of notifications) {
      if (each._tag !== "Modification") return assert.fail(`${read}: no Modification.`)
      const { state } = each.modification
      if (state !== "succeeded" && state !== "pending") {
        return assert.fail(`${read}: it is ${state}.`)
      }
      await doneOnce(harness, kind, request, state)
    }
  }
})
