import assert from "node:assert/strict"
import type { ModificationQuery, ModificationRequest } from "@payloom/core"
import type { ProviderHarness, ProviderRule } from "../ProviderHarness.ts"
import {
  answered,
  type Charged,
  charged,
  currenciesOf,
  givenUpAfter,
  queryOf as lookupOf,
  modificationOf,
  newReference,
  outcomeOf,
  stepsOf,
  textOf
} from "./calls.ts"

type Kind = ModificationQuery["kind"]

/** What captures, voids and refunds have to hold to. */
export const modificationRules = (harness: ProviderHarness): ReadonlyArray<ProviderRule> => {
  const kinds = kindsOf(harness)
  return [
    ...kinds.flatMap((kind) => [carriesOut(harness, kind), isFoundOut(harness, kind)]),
    ...(harness.provider.capabilities.dedupesForHours > 0 ? kinds : []).map((kind) =>
      carriesOutOnce(harness, kind)
    ),
    ...(harness.provider.capabilities.lookup ? kinds : []).map((kind) =>
      isOfItsKind(harness, kind)
    ),
    ...kinds.map((kind) => notPastDeadline(harness, kind)),
    ...(kinds.includes("refund") ? [takesNoMore(harness)] : []),
    ...(takesParts(harness, "refund") ? [part(harness, "refund")] : []),
    ...(takesParts(harness, "capture") ? [part(harness, "capture")] : []),
    ...(takesParts(harness, "capture") && harness.provider.capabilities.lookup
      ? [tellsOfParts(harness)]
      : [])
  ]
}

const kindsOf = ({ provider: { capabilities } }: ProviderHarness): ReadonlyArray<Kind> => [
  ...(capabilities.manualCapture ? (["capture", "void"] as const) : []),
  ...(capabilities.refunds === "none" ? [] : (["refund"] as const))
]

const takesParts = (harness: ProviderHarness, kind: "capture" | "refund"): boolean => {
  const { partialCapture, refunds } = harness.provider.capabilities
  if (!kindsOf(harness).includes(kind)) return false
  return kind === "capture" ? partialCapture : refunds === "partial"
}

/** A charge that a capture, void or refund can be made of. */
const ready = (harness: ProviderHarness, kind: Kind, currency?: string): Promise<Charged> =>
  charged(harness, {
    capture: kind === "refund",
    ...(currency === undefined ? {} : { currency })
  })

const send = (harness: ProviderHarness, kind: Kind, request: ModificationRequest) =>
  harness.provider[kind](request)

const queryOf = (kind: Kind, { reference, charge }: ModificationRequest): ModificationQuery => ({
  kind,
  reference,
  charge
})

const done = (harness: ProviderHarness, kind: Kind, { reference }: ModificationRequest) =>
  harness.backend.modifications(kind, reference)

const isAccepted = (answer: { readonly _tag: string }): void =>
  assert.ok(["Succeeded", "Pending"].includes(answer._tag), textOf(answer))

const carriesOut = (harness: ProviderHarness, kind: Kind): ProviderRule => ({
  name: `a ${kind} is carried out once, for the amount that was asked, in every kind of currency`,
  run: async () => {
    for (const currency of currenciesOf(harness)) {
      const request = modificationOf(kind, await ready(harness, kind, currency))
      isAccepted(await answered(send(harness, kind, request)))
      assert.deepEqual(await done(harness, kind, request), [{ amount: request.amount }])
    }
  }
})

const part = (harness: ProviderHarness, kind: "capture" | "refund"): ProviderRule => ({
  name: `a ${kind} of a part takes that part`,
  run: async () => {
    const made = await ready(harness, kind)
    const amount = stepsOf(harness, made.request.currency, 500n)
    const request = modificationOf(kind, made, { amount })
    isAccepted(await answered(send(harness, kind, request)))
    assert.deepEqual(await done(harness, kind, request), [{ amount }])
  }
})

const tellsOfParts = (harness: ProviderHarness): ProviderRule => ({
  name: "a charge that was captured in part is found with all it held, and that part or none told",
  run: async () => {
    const made = await ready(harness, "capture")
    const amount = stepsOf(harness, made.request.currency, 500n)
    const { provider } = harness
    await answered(provider.capture(modificationOf("capture", made, { amount })))
    const found = await answered(provider.lookup(lookupOf(made.request)))
    assert.equal(found._tag, "Found", textOf(found))
    assert.equal(found.amount, made.request.amount, "what it held")
    if (found.state === "authorized" || found.state === "pending") return
    assert.equal(found.state, "captured")
    assert.equal(found.amountCaptured ?? amount, amount, "what was captured of it")
  }
})

const carriesOutOnce = (harness: ProviderHarness, kind: Kind): ProviderRule => ({
  name: `a ${kind} that is sent again under its reference is carried out once`,
  run: async () => {
    const request = modificationOf(kind, await ready(harness, kind))
    const together = [1, 2, 3].map(() => outcomeOf(send(harness, kind, request)))
    await Promise.all(together)
    isAccepted(await answered(send(harness, kind, request)))
    assert.equal((await done(harness, kind, request)).length, 1)
  }
})

const isFoundOut = (harness: ProviderHarness, kind: Kind): ProviderRule => ({
  name: `a ${kind} whose answer is lost or held is Unknown, and can be found out`,
  run: async () => {
    const broken = modificationOf(kind, await ready(harness, kind))
    await harness.faults.breaksAnswer()
    const outcome = await outcomeOf(send(harness, kind, broken))
    assert.equal(outcome._tag, "Unknown", textOf(outcome))
    await comesOut(harness, kind, broken)
    const held = modificationOf(kind, await ready(harness, kind))
    await harness.faults.holdsAnswer()
    const wasWaiting = await givenUpAfter(
      send(harness, kind, held),
      async () => (await done(harness, kind, held)).length > 0
    )
    assert.ok(wasWaiting, "it answered for a provider that had not")
    await comesOut(harness, kind, held)
  }
})

const comesOut = async (
  harness: ProviderHarness,
  kind: Kind,
  request: ModificationRequest
): Promise<void> => {
  const { provider } = harness
  if (provider.capabilities.lookup) {
    const found = await answered(provider.lookupModification(queryOf(kind, request)))
    assert.equal(found._tag, "Found", textOf(found))
    assert.ok(["succeeded", "pending"].includes(found.state), found.state)
  } else {
    isAccepted(await answered(send(harness, kind, request)))
  }
  assert.equal((await done(harness, kind, request)).length, 1)
}

const isOfItsKind = (harness: ProviderHarness, kind: Kind): ProviderRule => ({
  name: `a ${kind} is found by its kind and reference, and Absent by others`,
  run: async () => {
    const { provider } = harness
    const request = modificationOf(kind, await ready(harness, kind))
    const outcome = await answered(send(harness, kind, request))
    isAccepted(outcome)
    const found = await answered(provider.lookupModification(queryOf(kind, request)))
    assert.equal(found._tag, "Found", textOf(found))
    assert.equal(
      found.providerReference,
      "providerReference" in outcome ? outcome.providerReference : null
    )
    const other = { ...request, reference: newReference(kind) }
    const absent = await answered(provider.lookupModification(queryOf(kind, other)))
    assert.equal(absent._tag, "Absent", textOf(absent))
    const otherKind = kind === "refund" ? "capture" : "refund"
    const foreign = await answered(provider.lookupModification(queryOf(otherKind, request)))
    assert.notEqual(foreign._tag, "Found", `a ${kind} was found as a ${otherKind}`)
  }
})

const notPastDeadline = (harness: ProviderHarness, kind: Kind): ProviderRule => ({
  name: `no ${kind} is sent past sendBefore`,
  run: async () => {
    const sendBefore = Date.now() - 1
    const request = modificationOf(kind, await ready(harness, kind), { sendBefore })
    const outcome = await answered(send(harness, kind, request))
    assert.equal(outcome._tag, "NotSent", textOf(outcome))
    assert.deepEqual(await done(harness, kind, request), [])
  }
})

const takesNoMore = (harness: ProviderHarness): ProviderRule => ({
  name: "a refund of more than was taken is Failed, with a code, and gives nothing back",
  run: async () => {
    const made = await ready(harness, "refund")
    const amount = made.request.amount * 2n
    const request = modificationOf("refund", made, { amount })
    const outcome = await answered(send(harness, "refund", request))
    assert.equal(outcome._tag, "Failed", textOf(outcome))
    assert.notEqual(outcome.rawCode, "")
    assert.deepEqual(await done(harness, "refund", request), [])
  }
})
