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

/** What a provider would send now. */
export type Notification = NonNullable<ProviderBackend["notification"]>

/** Nobody knows of any charge. */
export const nothingKnown: KnownCharges = { attempt: () => Effect.succeedNone }

/** What the engine knows of a charge that it has asked for, and that is decided. */
export const knowing = (
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

/** The notices in a notification that has to be taken. */
export const readNotifications = async (
  { provider, mid }: ProviderHarness,
  raw: RawNotification,
  known: KnownCharges
): Promise<ReadonlyArray<ProviderNotification>> => {
  const told = await answered(provider.readNotification(mid, raw, known), "a notification")
  return Option.isSome(told)
    ? told.value
    : assert.fail(`A notification was not taken for the provider's own: ${textOf(raw)}.`)
}

/** What the notification of a charge tells of it. */
export const notificationOfCharge = async (
  harness: ProviderHarness,
  request: ChargeRequest,
  notification: Notification
): Promise<ChargeFound> => {
  const { reference } = request
  const told = await readNotifications(harness, await notification(reference), knowing(request))
  const found = told.find((each) => each.reference === reference)
  return found?._tag === "Charge"
    ? found.charge
    : assert.fail(
        `The notification of ${reference} was read as ${textOf(told)}, where a Charge is right.`
      )
}
