import assert from "node:assert/strict"
import type {
  ChargeFound,
  ChargeRequest,
  KnownCharges,
  ProviderNotification,
  RawNotification
} from "@payloom/core"
import { Effect, Option } from "effect"
import type { ProviderBackend, ProviderHarness } from "../ProviderHarness.ts"
import { answered } from "./calls.ts"
import { textOf } from "./findings.ts"
import { queryOf } from "./requests.ts"

/** Returns a provider's present notification of a reference. */
export type Notification = NonNullable<ProviderBackend["notification"]>

/** An engine that knows no charges. */
export const nothingKnown: KnownCharges = { attempt: () => Effect.succeedNone }

/** An engine that knows one decided charge. */
export const knowingOnly = (
  request: ChargeRequest,
  providerReference: string | null = null
): KnownCharges => ({
  attempt: (reference) =>
    Effect.succeed(
      reference === request.reference
        ? Option.some({ ...queryOf(request, providerReference), isInFlight: false })
        : Option.none()
    )
})

/** Reads a notification that must be accepted. */
export const readNotifications = async (
  { provider, mid }: ProviderHarness,
  raw: RawNotification,
  known: KnownCharges
): Promise<ReadonlyArray<ProviderNotification>> => {
  const told = await answered(provider.readNotification(mid, raw, known), "a notification")
  if (Option.isNone(told)) {
    return assert.fail(`An authentic notification was rejected: ${textOf(raw)}.`)
  }
  for (const notification of told.value) hasPlausibleTime(notification)
  return told.value
}

const dayMs = 86_400_000

/** Asserts that a change is of today. A time in seconds would be one of 1970. */
const hasPlausibleTime = (notification: ProviderNotification): void => {
  const at = "occurredAt" in notification ? notification.occurredAt : undefined
  assert.ok(
    at === undefined || Math.abs(at - Date.now()) < dayMs,
    `The notification of ${notification.reference} occurred at ${at}. ` +
      "Expected: the time of the change, in milliseconds since the epoch."
  )
}

/** Returns the charge in a notification, as it was reported. */
export const notificationOfCharge = async (
  harness: ProviderHarness,
  request: ChargeRequest,
  notification: Notification
): Promise<ChargeFound> => {
  const { reference } = request
  const told = await readNotifications(harness, await notification(reference), knowingOnly(request))
  const found = told.find((each) => each.reference === reference)
  return found?._tag === "Charge"
    ? found.charge
    : assert.fail(
        `The notification of ${reference} was read as ${textOf(told)}. Expected: a Charge.`
      )
}

/** Returns the notifications of a reference. A rejected request may have none. */
export const notificationsOf = async (
  harness: ProviderHarness,
  notification: Notification,
  reference: string,
  known: KnownCharges
) => {
  const raw = await notification(reference).catch(() => null)
  const notifications = raw === null ? [] : await readNotifications(harness, raw, known)
  return {
    raw,
    notifications: notifications.filter((notification) => notification.reference === reference),
    read: `The notification of ${reference} was read as ${textOf(notifications)}`
  }
}
