import type { TestCardName } from "@payloom/testkit"
import { testCardsThat } from "@payloom/testkit"
import type { Choices } from "./Operation.ts"

/** Cards by their behavior, so that each behavior is equally likely. */
const behaviors = [
  "approve",
  "approve",
  "approve_a_part",
  "decline",
  "cascade",
  "fail_everywhere",
  "leave_doubt",
  "take_time",
  "authenticate",
  "trip_captures",
  "trip_voids",
  "trip_refunds"
] as const

/** All cards that a run uses. */
const usedCards: ReadonlyArray<TestCardName> = [
  ...new Set(behaviors.flatMap((behavior) => testCardsThat[behavior]))
]

/** Chooses a test card. */
export const anyCard = ({ draw }: Choices): TestCardName =>
  draw.one<TestCardName>(testCardsThat[draw.one(behaviors)])

const ciphertexts = new Map<TestCardName, string>()

/** Encrypts all cards. It takes real time, which no clock of a run shows, so it is done before. */
export const encryptCards = async (
  encrypt: (card: TestCardName) => Promise<string>
): Promise<void> => {
  for (const card of usedCards) {
    if (!ciphertexts.has(card)) ciphertexts.set(card, await encrypt(card))
  }
}

/** Returns the ciphertext of a card. */
export const ciphertextOf = (card: TestCardName): string => ciphertexts.get(card) ?? ""
