import assert from "node:assert/strict"
import type { ChargeRequest } from "@payloom/core"
import type { ProviderHarness, ProviderRule } from "../ProviderHarness.ts"
import { charged, lookUp, lookupOf } from "./calls.ts"
import { mustFind, textOf } from "./findings.ts"
import { type Notification, notificationOfCharge } from "./readNotifications.ts"

/** The rules for providers that take captures back. */
export const returnRules = (
  harness: ProviderHarness,
  notification: Notification
): ReadonlyArray<ProviderRule> => {
  const { returnsCapture } = harness.backend
  if (returnsCapture === undefined) return []
  return [
    {
      name: "a charge whose capture was taken back is returned, and not found as captured",
      run: async () => {
        const { request, charge } = await charged(harness)
        const { reference } = request
        const before = await notificationOfCharge(harness, request, notification)
        const captured = textOf(before)
        assert.ok(before.state === "captured", `${reference} was not captured first: ${captured}.`)
        await returnsCapture(reference)
        const found = await notificationOfCharge(harness, request, notification)
        await isFoundReturned(harness, request)
        const { state, providerReference } = found
        assert.ok(
          state === "returned" && providerReference === charge.providerReference,
          `The notification of ${reference} was read as ${textOf({ state, providerReference })}, ` +
            "but its capture was taken back."
        )
      }
    }
  ]
}

const isFoundReturned = async (harness: ProviderHarness, request: ChargeRequest): Promise<void> => {
  if (!harness.provider.capabilities.lookup) return
  const asked = `${lookupOf(request)}, whose capture was taken back,`
  // Some providers show only that the charge is not captured.
  mustFind(await lookUp(harness, request), asked, "returned", "pending")
}
