import type { ChargeFound, ChargeReference } from "@payloom/core"
import { textOf } from "./fields.ts"
import type { Refused } from "./Processor.ts"
import { kindOfReference } from "./references.ts"

/** A look-up that got no answer which can be read. */
export const unavailable = (reason: string) => ({ _tag: "Unavailable", reason }) as const

/** The parts of a charge that a processor without references of the networks reports. */
interface FoundParts {
  readonly id: unknown
  readonly state: ChargeFound["state"] | null
  readonly money: Pick<ChargeFound, "amount" | "currency"> | null
  /** Reads the reason if the charge was declined. */
  readonly refused: () => Refused
}

/** Returns a charge as the engine reads it, or null if a part of it can't be read. */
export const foundCharge = ({ id, state, money, refused }: FoundParts): ChargeFound | null => {
  const providerReference = textOf(id)
  if (money === null || state === null || providerReference === null) return null
  const isTaken = state === "captured" || state === "refunded"
  return {
    _tag: "Found",
    ...money,
    providerReference,
    state,
    networkReference: null,
    rawCode: null,
    ...(state === "declined" ? refused() : {}),
    ...(isTaken ? { amountCaptured: money.amount } : {})
  }
}

/**
 * Returns the processor's id of a charge's one payment. A charge without an answer has no id of the
 * processor's, so `idsUnder` finds it by our reference. Returns null if there is none, or several.
 */
export const paymentIdOf = async (
  { reference, providerReference }: Pick<ChargeReference, "reference" | "providerReference">,
  idsUnder: (reference: string) => Promise<ReadonlyArray<string>>
): Promise<string | null> => {
  if (kindOfReference(providerReference) === null) return providerReference
  const [id, ...more] = await idsUnder(reference)
  return id === undefined || more.length > 0 ? null : id
}
