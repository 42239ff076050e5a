/**
 * Arbitraries of fast-check for property tests of applications that embed Payloom.
 *
 * @packageDocumentation
 */

import { type CurrencyCode, type Merchant, minorUnitDecimals } from "@payloom/core"
import fc from "fast-check"
import { type Fault, type FaultPlan, type FaultSubject, faultNames } from "./faults/faultPlan.ts"
import type { TestCardName } from "./sandbox/testCards.ts"
import { type CardDeed, testCardsThat } from "./sandbox/testCardsThat.ts"

/**
 * Generates a test card by its behavior. Each behavior is equally likely. Without arguments,
 * generates any test card.
 *
 * @example
 * ```ts
 * fc.asyncProperty(anyCard("approve", "leave_doubt"), async (card) => …)
 * ```
 */
export const anyCard = (...deeds: ReadonlyArray<CardDeed>): fc.Arbitrary<TestCardName> => {
  const chosen = deeds.length === 0 ? (Object.keys(testCardsThat) as Array<CardDeed>) : deeds
  return fc.oneof(
    { withCrossShrink: true },
    ...chosen.map((deed) => fc.constantFrom(...testCardsThat[deed]))
  )
}

/** The bounds of an amount, in minor units. */
export interface AmountRange {
  /** The smallest amount. Default: 1. */
  readonly min?: bigint
  /** The largest amount. Default: 10,000.00 in most currencies. */
  readonly max?: bigint
}

/**
 * Generates a plausible amount in a currency, in minor units. Most amounts are prices below a
 * hundredth of the range. Some are the smallest or the largest amount of the range.
 */
export const anyAmount = (currency = "EUR", range: AmountRange = {}): fc.Arbitrary<bigint> => {
  const decimals = Math.max(minorUnitDecimals(currency as CurrencyCode), 2)
  const { min = 1n, max = 10n ** BigInt(decimals + 4) } = range
  const price = min + (max - min) / 100n
  return fc.oneof(
    { weight: 8, arbitrary: fc.bigInt({ min, max: price }) },
    { weight: 2, arbitrary: fc.bigInt({ min, max }) },
    { weight: 1, arbitrary: fc.constantFrom(min, max) }
  )
}

/** The input of `customers.create`. */
export type CustomerToMake = Parameters<Merchant["customers"]["create"]>[0]

const names = [
  "Ada Lovelace",
  "Zoë O'Brien-Ångström",
  "Łukasz Żółć",
  "李小龍",
  "عمر الخيام",
  "Mr. D. Null III"
]

const addresses = [
  { country: "DE", postalCode: "10115" },
  { country: "GB", postalCode: "SW1A 1AA" },
  { country: "IE", postalCode: "D02 AF30" },
  { country: "US", postalCode: "94103-1234" },
  { country: "JP", postalCode: "100-0001" },
  { country: "HK", postalCode: null }
]

/** Generates a customer. Any field may be missing. All values are invented. */
export const anyCustomer = (): fc.Arbitrary<CustomerToMake> =>
  fc.record(
    {
      reference: fc.nat({ max: 99_999 }).map((n) => `customer-${n}`),
      email: fc
        .tuple(fc.constantFrom("ada", "o'brien", "first.last+tag"), fc.nat({ max: 99_999 }))
        .map(([name, n]) => `${name}${n}@shop.example`),
      name: fc.constantFrom(...names),
      billingAddress: fc.constantFrom(...addresses)
    },
    { requiredKeys: [], noNullPrototype: true }
  )

/** The faults that a plan may contain. */
export interface FaultRange {
  /** The subjects of the faults. Default: all. */
  readonly of?: ReadonlyArray<FaultSubject>
  /**
   * The highest call of a kind that a fault may hit. Default: the fifth call. For commits, it is
   * four times as high.
   */
  readonly within?: number
}

/** Lost answers cause most trouble, so they are generated most often. */
const weights: Readonly<Record<FaultSubject, number>> = {
  commit: 3,
  charge: 3,
  capture: 2,
  void: 1,
  refund: 2,
  increment: 1,
  lookup: 1,
  notification: 2
}

/** Generates one fault. It shrinks to a milder fault, and to the first call of its kind. */
export const anyFault = ({ of, within = 5 }: FaultRange = {}): fc.Arbitrary<Fault> => {
  const subjects = of ?? (Object.keys(weights) as Array<FaultSubject>)
  return fc.oneof(
    ...subjects.map((subject) => ({
      weight: weights[subject],
      arbitrary: fc.record<Fault>(
        {
          of: fc.constant(subject),
          nth: fc.integer({ min: 1, max: subject === "commit" ? 4 * within : within }),
          ...(subject === "lookup" ? { times: fc.integer({ min: 1, max: 10 }) } : {}),
          meets: fc.constantFrom(...faultNames[subject])
        } as FieldsOf<Fault>,
        { noNullPrototype: true }
      )
    }))
  )
}

/** The type of `record` loses the relation between the fields of a fault. */
type FieldsOf<T> = { [K in keyof T]-?: fc.Arbitrary<T[K]> }

/** The number of faults, and their kinds. */
export interface FaultPlanRange extends FaultRange {
  /** The largest number of faults. Default: 6. */
  readonly most?: number
}

/**
 * Generates the faults of a run, for {@link applyFaults}. It shrinks to the one fault that
 * matters, or to no fault.
 *
 * @example
 * ```ts
 * fc.asyncProperty(anyFaultPlan(), async (plan) => {
 *   const end = applyFaults(plan, { box, storage })
 *   …
 *   end()
 *   expect(await box.audit(payloom)).toEqual([])
 * })
 * ```
 */
export const anyFaultPlan = ({
  most = 6,
  ...range
}: FaultPlanRange = {}): fc.Arbitrary<FaultPlan> =>
  fc.array(anyFault(range), { maxLength: most, size: "max" })
