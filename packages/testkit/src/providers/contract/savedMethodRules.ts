import assert from "node:assert/strict"
import type { ApmSource, ChargeRequest, SavedMethod } from "@payloom/core"
import type { ProviderBackend, ProviderHarness, ProviderRule } from "../ProviderHarness.ts"
import { charge, lookUp } from "./calls.ts"
import { chargedOnce, mustBe, nameOf, textOf } from "./findings.ts"
import { knowingOnly, readNotifications } from "./readNotifications.ts"
import { chargeOf } from "./requests.ts"

/** A provider that saves a method. */
interface Saving {
  readonly harness: ProviderHarness
  readonly source: ApmSource
  readonly approves: NonNullable<ProviderBackend["approvesReusable"]>
}

/** The rules of methods that are saved, to be charged again without the payer. */
export const savedMethodRules = (harness: ProviderHarness): ReadonlyArray<ProviderRule> => {
  const { reusable: source } = harness.sources
  const { approvesReusable: approves } = harness.backend
  if (source === undefined || approves === undefined) return []
  const saving = { harness, source, approves }
  return [chargesAgain(saving), savesOnlyIfAgreed(saving)]
}

/** The device of a payer who consents to a mandate. */
const device: NonNullable<ChargeRequest["device"]> = {
  ip: "203.0.113.7",
  userAgent: "Browser",
  acceptHeader: null,
  language: "en",
  screen: null,
  timeZone: null,
  utcOffsetMinutes: null
}

const agreed = { usage: "recurring", position: "first", networkReference: null } as const

const chargesAgain = (saving: Saving): ProviderRule => ({
  name: "a method that the charge of an agreement saves is charged again by its token, once",
  run: async () => {
    const { harness, source, approves } = saving
    const { request, savedMethod } = await chargedFirst(saving, { agreement: agreed })
    if (savedMethod === null) return assert.fail(`For ${nameOf(request)} no method was saved.`)
    assert.ok(savedMethod.token !== "", `For ${nameOf(request)} the token is empty.`)
    const later = chargeOf(harness, {
      source: { _tag: "Apm", apm: source.apm, token: savedMethod.token },
      initiator: "merchant",
      returnUrl: null,
      agreement: { ...agreed, position: "subsequent" }
    })
    for (const _ of harness.provider.capabilities.dedupesForHours > 0 ? [1, 2] : [1]) {
      mustBe(await charge(harness, later), nameOf(later), "Pending", "Approved")
    }
    await approves(later.reference)
    await chargedOnce(harness, later)
  }
})

const savesOnlyIfAgreed = (saving: Saving): ProviderRule => ({
  name: "a charge that starts no agreement saves no method",
  run: async () => {
    const { request, savedMethod } = await chargedFirst(saving, {})
    assert.ok(
      savedMethod === null,
      `For ${nameOf(request)} the connector answered the saved method ${textOf(savedMethod)}.`
    )
  }
})

/** Charges the method, and returns what the answer, a look-up or a notification says is saved. */
const chargedFirst = async (
  { harness, source, approves }: Saving,
  changes: Partial<ChargeRequest>
): Promise<{ readonly request: ChargeRequest; readonly savedMethod: SavedMethod | null }> => {
  const request = chargeOf(harness, { source, device, ...changes })
  const outcome = mustBe(await charge(harness, request), nameOf(request), "Pending", "Approved")
  const raw = await approves(request.reference)
  const found = harness.provider.capabilities.lookup ? await lookUp(harness, request) : null
  const inLookup = found?._tag === "Found" ? found.savedMethod : null
  const told = raw === null ? [] : await readNotifications(harness, raw, knowingOnly(request))
  const inNotice = told.find(
    ({ _tag, reference }) => _tag === "SavedMethod" && reference === request.reference
  )
  const inNotification = inNotice?._tag === "SavedMethod" ? inNotice.savedMethod : null
  return { request, savedMethod: outcome.savedMethod ?? inLookup ?? inNotification ?? null }
}
