import assert from "node:assert/strict"
import type { ModificationLookup, ModificationRequest } from "@payloom/core"
import type { ProviderHarness } from "../ProviderHarness.ts"
import { lookUpModificationOnce, modify, sleep } from "./calls.ts"
import { doneNothing, mustBe, mustFind, mustSay, nameOf } from "./findings.ts"
import type { Kind } from "./requests.ts"

/** The time in which a provider must fail a modification that it accepted but can't carry out. */
const decidesWithinMs = 2000

/**
 * Sends a modification that can't succeed. It must be Failed, or accepted and found as failed
 * later. For a hold, HoldExpired is allowed too. It must never be carried out.
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
    `It was ${because}, but ${nameOf(request)} has succeeded.`
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
  // A provider may not record what it rejects at once, and may need more time for the rest.
  if (isOpen ? isUndecided(found) : found._tag === "Absent") return
  mustFind(found, `the lookup of ${asked}`, "failed", "hold_expired")
}
