import assert from "node:assert/strict"
import type {
  KnownCharges,
  MidAccount,
  PaymentProvider,
  ProviderNotice,
  RawNotification
} from "@payloom/core"
import { Effect, Option } from "effect"
import { answered } from "./calls.ts"

/** Nobody knows of any charge. */
export const nothingKnown: KnownCharges = { attempt: () => Effect.succeedNone }

/** The notices in a notification that has to be taken. */
export const readNotices = async (
  provider: PaymentProvider,
  mid: MidAccount,
  raw: RawNotification,
  known: KnownCharges = nothingKnown
): Promise<ReadonlyArray<ProviderNotice>> => {
  const told = await answered(provider.readNotification(mid, raw, known))
  assert.ok(Option.isSome(told), "it was not taken for the provider's")
  return told.value
}
