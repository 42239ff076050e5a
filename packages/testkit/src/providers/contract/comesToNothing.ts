import assert from "node:assert/strict"
import type { ModificationLookup, ModificationRequest } from "@payloom/core"
import type { ProviderHarness } from "../ProviderHarness.ts"
import { lookUpModificationOnce, modify, sleep } from "./calls.ts"
import { doneNothing, mustBe, mustFind, mustSay, nameOf } from "./findings.ts"
import type { Kind } from "./requests.ts"

/** So long is a provider asked that has accepted what it has to turn down. */
const decidesWithinMs = 2000

/**
 * What can never pass is Failed, or accepted and found to have failed later; or it came too late,
 * for a hold. It is never done.
 */
export const comesToNothing = async (
  harness: ProviderHarness,
  kind: Kind,
  request: ModificationRequest,
  because: string
): Promise<void> => {
  const asked = `${nameOf(request)}, ${because},`
  const tooLate = kind === "refund" ? [] : (["HoldExpired"] as const)
  const answer = await modify(harness, kind, request)
  if (answer._tag !== "Pending") await doneNothing(harness, kind, request, `It was ${because}`)
  const outcome = mustBe(answer, asked, "Failed", "Pending", ...tooLate)
  if (outcome._tag === "Failed") mustSay(outcome.rawCode, "rawCode", asked)
  const isOpen = outcome._tag === "Pending"
  if (harness.provider.capabilities.lookup)
    await isFoundFailed(harness, kind, request, asked, isOpen)
  const made = await harness.backend.modifications(kind, request.reference)
  assert.ok(
    made.every(({ state }) => state === "pending"),
    `It was ${because}, and yet ${nameOf(request)} has succeeded.`
  )
}

const isFoundFailed = async (
  harness: ProviderHarness,
  kind: Kind,
  request: ModificationRequest,
  asked: string,
  isOpen: boolean
): Promise<void> => {
  const until = performance.now() + decidesWithinMs
  const isUndecided = (found: ModificationLookup) =>
    found._tag === "Absent" || (found._tag === "Found" && found.state === "pending")
  let found = await lookUpModificationOnce(harness, kind, request)
  while (isOpen && isUndecided(found) && performance.now() < until) {
    await sleep(20)
    found = await lookUpModificationOnce(harness, kind, request)
  }
  // A provider may keep nothing of what it turns down at once, and take its time for the rest.
  if (isOpen ? isUndecided(found) : found._tag === "Absent") return
  mustFind(found, `the lookup of ${asked}`, "failed", "hold_expired")
}
