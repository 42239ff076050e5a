import { EventCollection } from "../events/Event.ts"
import { newEvent, type Setting } from "../events/newEvent.ts"
import { type Change, insert, update } from "../storage/Change.ts"
import type { Stored } from "../storage/Collection.ts"
import {
  PaymentInstrumentCollection,
  type PaymentInstrumentRecord,
  paymentInstrumentCodec,
  toPaymentInstrument
} from "./PaymentInstrument.ts"

/** A change of a saved card, and the event that shows it as its retrieve does from then on. */
export const toldChange = (
  setting: Setting,
  type: "card.updated" | "card.expiring_soon",
  stored: Stored<PaymentInstrumentRecord>,
  row: PaymentInstrumentRecord
): ReadonlyArray<Change> => [
  update(PaymentInstrumentCollection, stored, row),
  insert(
    stored.scope,
    EventCollection,
    newEvent(setting, type, {
      object: paymentInstrumentCodec.encode(toPaymentInstrument(row)),
      version: stored.version + 1
    })
  )
]
