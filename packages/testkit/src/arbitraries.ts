/**
 * Arbitraries of fast-check for property tests of whatever embeds Payloom.
 *
 * @packageDocumentation
 */

import { type CurrencyCode, type Merchant, minorUnitDecimals } from "@payloom/core"
import fc from "fast-check"
import { type Fault, type FaultPlan, type FaultSubject, faultNames } from "./faults/faultPlan.ts"
import type { TestCardName } from "./sandbox/testCards.ts"
import { type CardDeed, testCardsThat } from "./sandbox/testCardsThat.ts"

/**
 * A test card by what it does, each deed as likely as another; every card where no deed is named.
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

/** Bounds of an amount, in minor units. */
export interface AmountRange {
  /** 1 where nothing is said. */
  readonly min?: bigint
  /** What 10,000.00 is in most currencies where nothing is said. */
  readonly max?: bigint
}

/**
 * An amount that somebody would pay in a currency, in minor units: mostly a price below a
 * hundredth of the range, and now and then the least or the most of it.
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

/** A customer to make. */
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

/** Someone who buys: any of their fields may be missing, and none is anybody's. */
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

/** Which faults there may be. */
export interface FaultRange {
  /** What may go wrong: everything where nothing is said. */
  readonly of?: ReadonlyArray<FaultSubject>
  /** Up to which call of a kind: the fifth if not said. Of commits it is four times as many. */
  readonly within?: number
}

/** Answers that are lost are what most trouble comes from. */
const weights: Readonly<Record<FaultSubject, number>> = {
  commit: 3,
  charge: 3,
  capture: 2,
  void: 1,
  refund: 2,
  lookup: 1,
  notification: 2
}

/** One thing that goes wrong; it shrinks to the milder, and to the first of its kind. */
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

/** What ties the fields of a fault to one another is lost on the way through `record`. */
type FieldsOf<T> = { [K in keyof T]-?: fc.Arbitrary<T[K]> }

/** How many faults, and which. */
export interface FaultPlanRange extends FaultRange {
  /** At most so many: 6 if not said. */
  readonly most?: number
}

/**
 * What goes wrong in a run: for {@link applyFaults}. It shrinks to the one fault that matters, or
 * to none.
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
