import assert from "node:assert/strict"
import {
  type ChargeFound,
  type ChargeLookup,
  type DeclineCode,
  type ModificationFound,
  type ModificationLookup,
  type PaymentProvider,
  readDecline
} from "@payloom/core"
import type { ProviderHarness } from "../ProviderHarness.ts"
import type { Kind } from "./requests.ts"

/** Formats an answer for messages. */
export const textOf = (answer: unknown): string =>
  JSON.stringify(answer, (_, value) => (typeof value === "bigint" ? `${value}n` : value)) ??
  String(answer)

/** An amount in minor units of a currency. */
interface Sum {
  readonly amount: bigint
  readonly currency: string
}

/**
 * Formats an amount. A harness that can't convert an amount to minor units may return null,
 * despite the type.
 */
const sumOf = ({ amount, currency }: Sum): string =>
  typeof amount === "bigint"
    ? `${amount} ${currency}`
    : `no whole number of minor units of ${currency} (${amount})`

/** Names a request for messages: "the refund of 500 EUR under refund_…". */
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

/** Asserts that an answer has one of these tags, and returns it. */
export const mustBe = <Answer extends Tagged, Tag extends Answer["_tag"]>(
  answer: Answer,
  asked: string,
  ...right: ReadonlyArray<Tag>
): Extract<Answer, { readonly _tag: Tag }> =>
  hasTag(answer, right)
    ? answer
    : assert.fail(
        `For ${asked} the connector answered ${textOf(answer)}. Expected: ${right.join(" or ")}.`
      )

/** Asserts that a lookup found something, in one of these states if any are given. */
export const mustFind = <Lookup extends ChargeLookup | ModificationLookup>(
  answer: Lookup,
  asked: string,
  ...right: ReadonlyArray<Extract<Lookup, { readonly _tag: "Found" }>["state"]>
): Extract<Lookup, { readonly _tag: "Found" }> => {
  const found: Extract<Lookup, { readonly _tag: "Found" }> = mustBe(answer, asked, "Found")
  const { state } = found
  assert.ok(
    right.length === 0 || (right as ReadonlyArray<string>).includes(state),
    `For ${asked} the connector answered the state ${state}. Expected: ${right.join(" or ")}.`
  )
  return found
}

/** Asserts that a charge that was found as declined has a code with the expected meaning. */
export const mustMean = (
  found: Pick<ChargeFound, "rawCode" | "networkCode">,
  { declines }: PaymentProvider,
  means: DeclineCode,
  asked: string
): void => {
  const { rawCode, networkCode = null } = found
  const { code } = readDecline(declines, rawCode ?? "", networkCode)
  assert.ok(
    code === means,
    `For ${asked} the connector answered the rawCode ${textOf(rawCode)}, which means ${code}. ` +
      `Expected: ${means}.`
  )
}

/** Asserts that the connector gave a text. */
export const mustSay = (text: string, what: string, asked: string): void =>
  assert.ok(text !== "", `For ${asked} the connector answered with an empty ${what}.`)

/** Asserts that the connector reports the amount that the provider has. */
export const saysAmount = (said: Sum, has: Sum, something: string): void =>
  assert.ok(
    said.amount === has.amount && said.currency === has.currency,
    `For ${something} the connector reports ${sumOf(said)}, but the provider has ${sumOf(has)}.`
  )

/** Asserts that the provider has exactly one charge under a reference, and returns its amount. */
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

/** Asserts that the provider has charged exactly once, for the requested amount. */
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

/** Asserts that the provider has charged nothing. `because` gives the reason. */
export const chargedNothing = async (
  { backend }: ProviderHarness,
  { reference }: { readonly reference: string },
  because: string
): Promise<void> => {
  const made = await backend.charges(reference)
  const sums = made.map(sumOf).join(", ")
  assert.ok(made.length === 0, `${because}, but ${sums} was charged under ${reference}.`)
}

/** The connector's claim about a capture, void or refund, in an answer or a lookup. */
type Claim = "Succeeded" | "Pending" | ModificationFound["state"]

/**
 * Asserts that the provider has carried out the request exactly once, or has it pending, for the
 * requested amount. If the connector claims success, it must not be pending.
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
      `The connector answered that ${nameOf(request)} is ${claims}, but ` +
        "backend.modifications has no entry for it, done or pending."
    )
  }
  const sums = made.map((each) => sumOf({ ...each, currency })).join(", ")
  assert.ok(
    made.length === 1,
    `There are ${made.length} ${kind}s under ${reference} instead of one: ${sums}.`
  )
  assert.ok(
    only.amount === amount,
    `For ${nameOf(request)} the provider has a ${kind} of ${sumOf({ ...only, currency })}.`
  )
  assert.ok(
    only.state === "succeeded" || (claims !== "Succeeded" && claims !== "succeeded"),
    `The connector answered that ${nameOf(request)} has succeeded, but the provider has it pending.`
  )
}

/**
 * Asserts that the provider has not carried out the request, and has none pending. `because` gives
 * the reason.
 */
export const doneNothing = async (
  { backend }: ProviderHarness,
  kind: Kind,
  { reference, currency }: Omit<Sum, "amount"> & { readonly reference: string },
  because: string
): Promise<void> => {
  const made = await backend.modifications(kind, reference)
  const sums = made.map((each) => sumOf({ ...each, currency })).join(", ")
  assert.ok(made.length === 0, `${because}, but there is a ${kind} of ${sums} under ${reference}.`)
}
