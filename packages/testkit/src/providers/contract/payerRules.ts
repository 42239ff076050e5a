import assert from "node:assert/strict"
import type { ChargeOutcome, ChargeRequest, ChargeSource, PayerReturn } from "@payloom/core"
import type { ProviderBackend, ProviderHarness, ProviderRule } from "../ProviderHarness.ts"
import { answered, charged, chargeOf, queryOf, stateIn, textOf } from "./calls.ts"
import { readNotices } from "./notices.ts"

type Answers = NonNullable<ProviderBackend["payerAnswers"]>
type Asked = Extract<ChargeOutcome, { readonly _tag: "RequiresAction" }>

/** What providers have to hold to that send payers away, or ask them on the page. */
export const payerRules = (
  harness: ProviderHarness,
  source: ChargeSource,
  payerAnswers: Answers
): ReadonlyArray<ProviderRule> => [
  {
    name: "a payer who is asked has not been charged, and has time to answer",
    run: async () => {
      const { request, asked } = await ask(harness, source)
      assert.ok(asked.expiresAt > Date.now(), "their time is up before they know")
      assert.deepEqual(await harness.backend.charges(request.reference), [])
      if (!harness.provider.capabilities.lookup) return
      const found = await answered(harness.provider.lookup(queryOf(request)))
      assert.equal(stateIn(found), "requires_action")
    }
  },
  {
    name: "a payer who approves has been charged once, and the provider says so",
    run: async () => {
      const { request, asked } = await ask(harness, source)
      const returned = await payerAnswers(request.reference, true)
      assert.equal(await heard(harness, request, asked, returned), "captured")
      assert.equal((await harness.backend.charges(request.reference)).length, 1)
    }
  },
  {
    name: "a payer who refuses is not charged, and the provider says so",
    run: async () => {
      const { request, asked } = await ask(harness, source)
      const returned = await payerAnswers(request.reference, false)
      assert.equal(await heard(harness, request, asked, returned), "declined")
      assert.deepEqual(await harness.backend.charges(request.reference), [])
    }
  },
  {
    name: "what is Canceled can't be paid any more",
    run: async () => {
      const { request, asked } = await ask(harness, source)
      const outcome = await answered(harness.provider.cancel(referenceOf(request, asked)))
      if (outcome._tag === "NotCanceled") return assert.notEqual(outcome.reason, "")
      await payerAnswers(request.reference, true).catch(() => undefined)
      assert.deepEqual(await harness.backend.charges(request.reference), [])
    }
  },
  {
    name: "what is paid is not Canceled",
    run: async () => {
      const { charge } = await charged(harness)
      const outcome = await answered(harness.provider.cancel(charge))
      assert.equal(outcome._tag, "NotCanceled")
    }
  },
  ...(harness.provider.resume === undefined ? [] : [resumesInTime(harness, source, payerAnswers)])
]

const ask = async (harness: ProviderHarness, source: ChargeSource) => {
  const request = chargeOf(harness, { source })
  const asked = await answered(harness.provider.charge(request))
  assert.equal(asked._tag, "RequiresAction", textOf(asked))
  return { request, asked }
}

const referenceOf = ({ mid, reference }: ChargeRequest, { providerReference }: Asked) => ({
  mid,
  reference,
  providerReference
})

const resumeOf = (request: ChargeRequest, asked: Asked, returned: PayerReturn) => ({
  ...referenceOf(request, asked),
  amount: request.amount,
  currency: request.currency,
  state: asked.state ?? null,
  returned,
  sendBefore: Date.now() + 60_000
})

/** What the engine would hear of a payer: by telling the provider, by asking it, or told by it. */
const heard = async (
  { provider, mid, backend }: ProviderHarness,
  request: ChargeRequest,
  asked: Asked,
  returned: PayerReturn
): Promise<string> => {
  if (provider.resume !== undefined) {
    const outcome = await answered(provider.resume(resumeOf(request, asked, returned)))
    if (outcome._tag !== "Approved") return outcome._tag === "Declined" ? "declined" : outcome._tag
    assert.deepEqual([outcome.amount, outcome.currency], [request.amount, request.currency])
    return outcome.captured ? "captured" : "authorized"
  }
  if (provider.capabilities.lookup) {
    return stateIn(await answered(provider.lookup(queryOf(request))))
  }
  const raw = await backend.notification?.(request.reference)
  assert.ok(raw !== undefined, "it can be neither told nor asked, and tells nothing by itself")
  const notice = (await readNotices(provider, mid, raw)).find(({ _tag }) => _tag === "Charge")
  return notice?._tag === "Charge" ? notice.charge.state : "untold"
}

const resumesInTime = (
  harness: ProviderHarness,
  source: ChargeSource,
  payerAnswers: Answers
): ProviderRule => ({
  name: "nothing is resumed past sendBefore",
  run: async () => {
    const { request, asked } = await ask(harness, source)
    const returned = await payerAnswers(request.reference, true)
    const late = { ...resumeOf(request, asked, returned), sendBefore: Date.now() - 1 }
    const outcome = await answered(harness.provider.resume?.(late) ?? assert.fail("no resume"))
    assert.equal(outcome._tag, "NotSent", textOf(outcome))
  }
})
