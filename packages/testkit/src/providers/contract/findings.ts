import assert from "node:assert/strict"
import type { ChargeLookup, ModificationFound, ModificationLookup } from "@payloom/core"
import type { ProviderHarness } from "../ProviderHarness.ts"
import type { Kind } from "./requests.ts"

/** An answer, for a sentence. */
export const textOf = (answer: unknown): string =>
  JSON.stringify(answer, (_, value) => (typeof value === "bigint" ? `${value}n` : value)) ??
  String(answer)

/** Minor units of a currency. */
interface Sum {
  readonly amount: bigint
  readonly currency: string
}

/** A harness that can't put an amount into minor units may have null there, whatever its type. */
const sumOf = ({ amount, currency }: Sum): string =>
  typeof amount === "bigint"
    ? `${amount} ${currency}`
    : `no whole number of minor units of ${currency} (${amount})`

/** What is asked for, by name: "the refund of 500 EUR under refund_…". */
export const nameOf = (request: Sum & { readonly reference: string }): string => {
  const [prefix] = request.reference.split("_")
  const kind = prefix === "attempt" ? "charge" : prefix
  return `the ${kind} of ${sumOf(request)} under ${request.reference}`
}

interface Tagged {
  readonly _tag: string
}

const hasTag = <Answer extends Tagged, Tag extends Answer["_tag"]>(
  answer: Answer,
  tags: ReadonlyArray<Tag>
): answer is Extract<Answer, { readonly _tag: Tag }> =>
  (tags as ReadonlyArray<string>).includes(answer._tag)

/** The answer to what was asked, which has to be one of these. */
export const mustBe = <Answer extends Tagged, Tag extends Answer["_tag"]>(
  answer: Answer,
  asked: string,
  ...right: ReadonlyArray<Tag>
): Extract<Answer, { readonly _tag: Tag }> =>
  hasTag(answer, right)
    ? answer
    : assert.fail(
        `To ${asked} the connector said ${textOf(answer)}, where ${right.join(" or ")} is right.`
      )

/** What a lookup found, which has to be there, in one of these states where any is given. */
export const mustFind = <Lookup extends ChargeLookup | ModificationLookup>(
  answer: Lookup,
  asked: string,
  ...right: ReadonlyArray<Extract<Lookup, { readonly _tag: "Found" }>["state"]>
): Extract<Lookup, { readonly _tag: "Found" }> => {
  const found: Extract<Lookup, { readonly _tag: "Found" }> = mustBe(answer, asked, "Found")
  const { state } = found
  assert.ok(
    right.length === 0 || (right as ReadonlyArray<string>).includes(state),
    `To ${asked} the connector said that it is ${state}, where ${right.join(" or ")} is right.`
  )
  return found
}

/** A text that the connector has to give. */
export const mustSay = (text: string, what: string, asked: string): void =>
  assert.ok(text !== "", `To ${asked} the connector gave an empty text as the ${what}.`)

/** Of something the connector has to say the amount that the provider has. */
export const saysAmount = (said: Sum, has: Sum, something: string): void =>
  assert.ok(
    said.amount === has.amount && said.currency === has.currency,
    `Of ${something} the connector says ${sumOf(said)}, and the provider has ${sumOf(has)}.`
  )

/** The one charge under a reference, for whatever amount. */
export const chargedOnce = async (
  { backend }: ProviderHarness,
  { reference }: { readonly reference: string }
): Promise<Sum> => {
  const made = await backend.charges(reference)
  const [only] = made
  if (only === undefined) return assert.fail(`Nothing was charged under ${reference}.`)
  const sums = made.map(sumOf).join(", ")
  assert.ok(made.length === 1, `It was charged ${made.length} times under ${reference}: ${sums}.`)
  return only
}

/** The provider has charged once, and what was asked. */
export const chargedAsAsked = async (
  harness: ProviderHarness,
  request: Sum & { readonly reference: string }
): Promise<void> => {
  const made = await chargedOnce(harness, request)
  assert.ok(
    made.amount === request.amount && made.currency === request.currency,
    `For ${nameOf(request)} the provider has charged ${sumOf(made)}.`
  )
}

/** The provider has charged nothing, `because` of this. */
export const chargedNothing = async (
  { backend }: ProviderHarness,
  { reference }: { readonly reference: string },
  because: string
): Promise<void> => {
  const made = await backend.charges(reference)
  const sums = made.map(sumOf).join(", ")
  assert.ok(made.length === 0, `${because}, and yet ${sums} was charged under ${reference}.`)
}

/** What the connector claims of a capture, void or refund, in an answer or as found. */
type Claim = "Succeeded" | "Pending" | ModificationFound["state"]

/**
 * The provider has carried it out once, or will, for what was asked; and it was done already where
 * the connector claims that.
 */
export const doneOnce = async (
  { backend }: ProviderHarness,
  kind: Kind,
  request: Sum & { readonly reference: string },
  claims: Claim
): Promise<void> => {
  const { reference, amount, currency } = request
  const made = await backend.modifications(kind, reference)
  const [only] = made
  if (only === undefined) {
    return assert.fail(
      `The connector said that ${nameOf(request)} is ${claims}, and backend.modifications has ` +
        "none, neither one that is done nor one that is pending."
    )
  }
  const sums = made.map((each) => sumOf({ ...each, currency })).join(", ")
  assert.ok(
    made.length === 1,
    `There were ${made.length} ${kind}s under ${reference}, where one was asked for: ${sums}.`
  )
  assert.ok(
    only.amount === amount,
    `For ${nameOf(request)} the provider has a ${kind} of ${sumOf({ ...only, currency })}.`
  )
  assert.ok(
    only.state === "succeeded" || (claims !== "Succeeded" && claims !== "succeeded"),
    `The connector said that ${nameOf(request)} has succeeded, and the provider has it pending.`
  )
}

/** The provider has not carried it out, nor will it, `because` of this. */
export const doneNothing = async (
  { backend }: ProviderHarness,
  kind: Kind,
  { reference, currency }: Omit<Sum, "amount"> & { readonly reference: string },
  because: string
): Promise<void> => {
  const made = await backend.modifications(kind, reference)
  const sums = made.map((each) => sumOf({ ...each, currency })).join(", ")
  assert.ok(
    made.length === 0,
    `${because}, and yet there is a ${kind} of ${sums} under ${reference}.`
  )
}
