import type { ChargeFound } from "@payloom/core"
import { textOf } from "./fields.ts"
import type { Refused } from "./Processor.ts"

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
