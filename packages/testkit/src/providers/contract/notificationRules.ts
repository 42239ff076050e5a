import assert from "node:assert/strict"
import type { MidAccount, RawNotification } from "@payloom/core"
import type { ProviderBackend, ProviderHarness, ProviderRule } from "../ProviderHarness.ts"
import { charge, charged, modify, outcomeOf } from "./calls.ts"
import { doneOnce, mustBe, mustMean, nameOf, textOf } from "./findings.ts"
import { forgeriesOf, garbage } from "./forgeries.ts"
import { takesParts } from "./modificationRules.ts"
import { notifiedStates } from "./notifiedStates.ts"
import {
  knowingOnly,
  type Notification,
  nothingKnown,
  notificationOfCharge,
  notificationsOf,
  readNotifications
} from "./readNotifications.ts"
import { chargeOf, modificationOf } from "./requests.ts"
import { returnRules } from "./returnRules.ts"

/** The rules for providers that send notifications of charges. */
export const notificationRules = (
  harness: ProviderHarness,
  notification: Notification
): ReadonlyArray<ProviderRule> => {
  const { backend, otherMid, provider } = harness
  const { oldNotification } = backend
  return [
    reportsCharges(harness, notification),
    ...(provider.capabilities.refunds === "none" ? [] : [reportsRefunds(harness, notification)]),
    ...(harness.sources.declined.length > 0 ? [reportsDeclines(harness, notification)] : []),
    ...(takesParts(harness, "refund") ? [reportsFailures(harness, notification)] : []),
    ...returnRules(harness, notification),
    ...notifiedStates(harness, notification),
    hasIds(harness, notification),
    {
      name: "a forged notification is rejected",
      run: async () => {
        const { raw, reference } = await notifiedCharge(harness, notification)
        const forgeries = forgeriesOf(raw, reference)
        assert.ok(
          forgeries.length > 1,
          `No rule can forge it without ${reference} or a signature in it: ${textOf(raw)}.`
        )
        for (const forged of forgeries) await isRejected(harness, forged, "A forged notification")
      }
    },
    {
      name: "a truncated notification is rejected",
      run: async () => {
        const { raw } = await notifiedCharge(harness, notification)
        for (const part of [0, 1, raw.body.length >> 1, raw.body.length - 1]) {
          const cut = { ...raw, body: raw.body.slice(0, part) }
          await isRejected(harness, cut, `A notification truncated after ${part} characters`)
        }
      }
    },
    ...(otherMid === undefined ? [] : [isOneAccounts(harness, otherMid, notification)]),
    ...(oldNotification === undefined ? [] : ageRules(harness, oldNotification))
  ]
}

/** The rule for every provider, even one without notifications, because anybody can send data. */
export const garbageRule = (harness: ProviderHarness): ProviderRule => ({
  name: "garbage in place of a notification is rejected without an error",
  run: async () => {
    for (const raw of garbage) await isRejected(harness, raw, "Garbage")
  }
})

/** Returns the notification of a new charge, and the result of reading it. */
const notifiedCharge = async (harness: ProviderHarness, notification: Notification) => {
  const { request } = await charged(harness)
  const raw = await notification(request.reference)
  const notifications = await readNotifications(harness, raw, knowingOnly(request))
  return { raw, notifications, request, reference: request.reference }
}

/** Asserts that a notification is rejected without an error. */
const isRejected = async (
  { provider, mid }: ProviderHarness,
  raw: RawNotification,
  what: string,
  account = mid
): Promise<void> => {
  const answer = await outcomeOf(provider.readNotification(account, raw, nothingKnown))
  if (answer._tag === "None") return
  const became =
    answer._tag === "Some" ? "was accepted" : `made the connector throw ${answer.reason}`
  assert.fail(`${what} ${became}: ${shortened(textOf(raw))}.`)
}

const shortened = (text: string): string => (text.length > 500 ? `${text.slice(0, 500)}…` : text)

const reportsCharges = (harness: ProviderHarness, notification: Notification): ProviderRule => ({
  name: "a notification reports a charge by our reference, in its present state",
  run: async () => {
    const { request, charge } = await charged(harness)
    const found = await notificationOfCharge(harness, request, notification)
    const { state, amount, currency, providerReference } = found
    const says = textOf({ state, amount, currency, providerReference })
    const stands = textOf({
      state: "captured",
      amount: request.amount,
      currency: request.currency,
      providerReference: charge.providerReference
    })
    assert.ok(
      says === stands,
      `The notification of ${request.reference} was read as ${says}. Expected: ${stands}.`
    )
  }
})

const reportsRefunds = (harness: ProviderHarness, notification: Notification): ProviderRule => ({
  name: "a notification reports a refund by our reference",
  run: async () => {
    const made = await charged(harness)
    const request = modificationOf("refund", made)
    const { reference } = request
    mustBe(await modify(harness, "refund", request), nameOf(request), "Succeeded", "Pending")
    const known = knowingOnly(made.request, made.charge.providerReference)
    const notifications = await readNotifications(harness, await notification(reference), known)
    const found = notifications.find((each) => each.reference === reference)
    const read = `The notification of ${reference} was read as ${textOf(notifications)}`
    if (found?._tag !== "Modification") return assert.fail(`${read}: no Modification.`)
    const { state } = found.modification
    if (state !== "succeeded" && state !== "pending") return assert.fail(`${read}: it is ${state}.`)
    await doneOnce(harness, "refund", request, state)
  }
})

const reportsDeclines = (harness: ProviderHarness, notification: Notification): ProviderRule => ({
  name: "a notification of a declined charge reports the decline with its code, or nothing",
  run: async () => {
    for (const { source, rawCode, means, foundAs } of harness.sources.declined) {
      const request = chargeOf(harness, { source })
      await charge(harness, request)
      const { reference } = request
      const known = knowingOnly(request)
      const { notifications, read } = await notificationsOf(harness, notification, reference, known)
      for (const notification of notifications) {
        if (notification._tag !== "Charge" || notification.charge.state !== "declined") {
          return assert.fail(`${read}, but it was declined as ${rawCode}.`)
        }
        const asked = `the notification of ${reference}, which was declined as ${rawCode},`
        mustMean(notification.charge, harness.provider, foundAs ?? means, asked)
      }
    }
  }
})

const reportsFailures = (harness: ProviderHarness, notification: Notification): ProviderRule => ({
  name: "a notification of a failed refund reports the failure or nothing",
  run: async () => {
    const made = await charged(harness)
    const request = modificationOf("refund", made, { amount: made.request.amount * 2n })
    const outcome = await modify(harness, "refund", request)
    const known = knowingOnly(made.request, made.charge.providerReference)
    const { notifications, read } = await notificationsOf(
      harness,
      notification,
      request.reference,
      known
    )
    for (const notification of notifications) {
      const state =
        notification._tag === "Modification" ? notification.modification.state : notification._tag
      assert.ok(
        state === "failed" || (state === "pending" && outcome._tag === "Pending"),
        `${read}, but it was of twice the captured amount.`
      )
    }
  }
})

const hasIds = (harness: ProviderHarness, notification: Notification): ProviderRule => ({
  name: "notifications of one change have the same id, and those of different changes do not",
  run: async () => {
    const [one, other] = [
      await notifiedCharge(harness, notification),
      await notifiedCharge(harness, notification)
    ]
    const ids = one.notifications.map(({ id }) => id)
    const name = `The notification of ${one.reference}`
    assert.ok(ids.length > 0, `${name} contains nothing.`)
    assert.ok(!ids.includes(""), `${name} contains an entry with an empty id.`)
    const raw = await notification(one.reference)
    const again = await readNotifications(harness, raw, knowingOnly(one.request))
    const idsAgain = textOf(again.map(({ id }) => id))
    assert.ok(idsAgain === textOf(ids), `${name} has the ids ${textOf(ids)}, then ${idsAgain}.`)
    const shared = other.notifications.find(({ id }) => ids.includes(id))?.id
    assert.ok(
      shared === undefined,
      `Notifications of two charges have the same id "${shared}": of ${one.reference} and of ` +
        `${other.reference}.`
    )
  }
})

const isOneAccounts = (
  harness: ProviderHarness,
  other: MidAccount,
  notification: Notification
): ProviderRule => ({
  name: "a notification of one account is rejected for another account",
  run: async () => {
    const { raw } = await notifiedCharge(harness, notification)
    await isRejected(
      harness,
      raw,
      `A notification of ${harness.mid.id}, given to ${other.id},`,
      other
    )
  }
})

/**
 * A provider repeats notifications that are not taken. If it signs them again each time, minutes
 * are enough.
 */
const usuallyLastsMs = 3_600_000

const ageRules = (
  harness: ProviderHarness,
  oldNotification: NonNullable<ProviderBackend["oldNotification"]>
): ReadonlyArray<ProviderRule> => {
  const { signatureLastsMs = usuallyLastsMs } = harness.backend
  const longAgoMs = signatureLastsMs + 60_000
  return [
    {
      name: "a notification that was signed long ago is rejected",
      run: async () => {
        const { request } = await charged(harness)
        const { reference } = request
        const fresh = await oldNotification(reference, Date.now())
        await readNotifications(harness, fresh, knowingOnly(request))
        const old = await oldNotification(reference, Date.now() - longAgoMs)
        await isRejected(harness, old, `A notification signed ${longAgoMs} ms ago`)
      }
    }
  ]
}
