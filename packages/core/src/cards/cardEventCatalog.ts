import type { EventDeclaration } from "../platform/events/EventDeclaration.ts"
import type { EventType } from "../platform/events/EventRecord.ts"
import { PaymentInstrument } from "./saved/PaymentInstrument.ts"

const ofCard = (when: string) =>
  ({ object: "payment_instrument", resource: PaymentInstrument, isOfPayment: false, when }) as const

/** The published event types of saved cards. */
export const cardEventCatalog = {
  "card.updated": ofCard(
    "The card networks reported that a saved card was reissued, with a new expiry or number."
  ),
  "card.expiring_soon": ofCard("A saved card's last month ends within thirty days.")
} satisfies Record<Extract<EventType, `card.${string}`>, EventDeclaration>
