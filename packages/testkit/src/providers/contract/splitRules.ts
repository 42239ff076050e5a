import assert from "node:assert/strict"
import type { ModificationRequest, Split } from "@payloom/core"
import type { ProviderBackend, ProviderHarness, ProviderRule } from "../ProviderHarness.ts"
import { charged, onceDone } from "./calls.ts"
import { nameOf } from "./findings.ts"
import { accepted, takesParts } from "./modificationRules.ts"
import { type Charged, currenciesOf, modificationOf, newReference, stepsOf } from "./requests.ts"

/** A provider that pays parts of charges, and its records of them. */
interface Splitting {
  readonly harness: ProviderHarness
  readonly accounts: ReadonlyArray<string>
  readonly recorded: NonNullable<ProviderBackend["splits"]>
}

/** The rules of parts of a charge for other accounts. */
export const splitRules = (harness: ProviderHarness): ReadonlyArray<ProviderRule> => {
  const { provider, backend, splitAccounts: accounts = [] } = harness
  const { splits, manualCapture, refunds } = provider.capabilities
  const { splits: recorded } = backend
  const [first] = accounts
  if (splits === undefined || recorded === undefined || first === undefined) return []
  const one = { harness, recorded, accounts: [first] }
  const each = splits === "many" ? [one, { harness, recorded, accounts }] : [one]
  return each.flatMap((splitting) => [
    paysParts(splitting),
    ...(manualCapture ? [paysPartsWithCapture(splitting)] : []),
    ...(refunds === "none" ? [] : [takesPartsBack(splitting), leavesParts(splitting)]),
    ...(splits === "many" && takesParts(harness, "refund") ? [takesOnePartBack(splitting)] : [])
  ])
}

const named = ({ accounts }: Splitting): string =>
  accounts.length === 1 ? "one part" : `${accounts.length} parts`

/** Returns parts of this many steps in all. */
const partsOf = (
  { harness, accounts }: Splitting,
  currency: string,
  steps: bigint
): ReadonlyArray<Split> => {
  const amount = stepsOf(harness, currency, steps / BigInt(accounts.length))
  return accounts.map((account) => ({ account, amount }))
}

/** Charges 1250 steps, of which other accounts get 600. */
const chargedInParts = async (
  splitting: Splitting,
  changes: { readonly capture?: boolean; readonly currency?: string } = {}
): Promise<Charged> => {
  const { harness } = splitting
  const currency = changes.currency ?? currenciesOf(harness)[0] ?? "EUR"
  const splits = partsOf(splitting, currency, 600n)
  return charged(harness, { ...changes, currency, splits })
}

/** Asserts that the provider has exactly these parts under a reference. */
const hasParts = async (
  { recorded }: Splitting,
  reference: string,
  splits: ReadonlyArray<Split>,
  asked: string
): Promise<void> => {
  const texts = (parts: ReadonlyArray<Pick<Split, "account" | "amount">>) =>
    parts
      .filter(({ amount }) => amount > 0n)
      .map(({ account, amount }) => `${amount} of ${account}`)
      .toSorted()
      .join(", ") || "none"
  const has = texts(await recorded(reference))
  const expected = texts(splits)
  assert.ok(has === expected, `For ${asked} the provider has the parts ${has}, not ${expected}.`)
}

const paysParts = (splitting: Splitting): ProviderRule => ({
  name: `a charge pays ${named(splitting)} to other accounts, in every kind of currency`,
  run: async () => {
    for (const currency of currenciesOf(splitting.harness)) {
      const { request } = await chargedInParts(splitting, { currency })
      await hasParts(splitting, request.reference, request.splits ?? [], nameOf(request))
    }
  }
})

const paysPartsWithCapture = (splitting: Splitting): ProviderRule => ({
  name: `a hold pays ${named(splitting)} to other accounts with its capture`,
  run: async () => {
    const { harness } = splitting
    const made = await chargedInParts(splitting, { capture: false })
    const { splits = [], currency, amount: held, reference } = made.request
    const amount = takesParts(harness, "capture") ? stepsOf(harness, currency, 1000n) : held
    const capture = modificationOf("capture", made, { amount, splits })
    await accepted(harness, "capture", capture)
    await onceDone(harness, "capture", capture)
    await hasParts(splitting, reference, splits, nameOf(capture))
  }
})

/** Refunds a charge, or two fifths of it, and takes this share of its parts back. */
const refunded = async (
  splitting: Splitting,
  partOf: (amount: bigint, at: number, isPartial: boolean) => bigint
): Promise<void> => {
  const { harness } = splitting
  const made = await chargedInParts(splitting)
  const { splits = [], amount: whole, currency } = made.request
  const isPartial = takesParts(harness, "refund")
  const taken = splits.map((part, at) => ({ ...part, amount: partOf(part.amount, at, isPartial) }))
  const reversesSplits = taken.some(({ amount }) => amount > 0n)
  const refund: ModificationRequest = {
    ...modificationOf("refund", made),
    reference: newReference("refund"),
    amount: isPartial ? stepsOf(harness, currency, 500n) : whole,
    splits: taken,
    ...(reversesSplits ? { reversesSplits } : {})
  }
  await accepted(harness, "refund", refund)
  await hasParts(splitting, refund.reference, taken, nameOf(refund))
}

const takesPartsBack = (splitting: Splitting): ProviderRule => ({
  name: `a refund of a charge with ${named(splitting)} takes its share back`,
  run: () =>
    refunded(splitting, (amount, _, isPartial) => (isPartial ? (amount * 2n) / 5n : amount))
})

const leavesParts = (splitting: Splitting): ProviderRule => ({
  name: `a refund that reverses nothing leaves ${named(splitting)} with other accounts`,
  run: () => refunded(splitting, () => 0n)
})

const takesOnePartBack = (splitting: Splitting): ProviderRule => ({
  name: `a refund of a charge with ${named(splitting)} takes back exactly what it requests`,
  run: () => refunded(splitting, (amount, at) => (at === 0 ? amount / 2n : 0n))
})
