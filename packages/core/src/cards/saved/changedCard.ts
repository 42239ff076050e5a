import type { Setting } from "../../platform/events/Setting.ts"
import { type Shown, tell } from "../../platform/events/tell.ts"
import { type Change, update, updated } from "../../platform/storage/Change.ts"
import type { Stored } from "../../platform/storage/Collection.ts"
import {
  PaymentInstrumentCollection,
  type PaymentInstrumentRecord,
  paymentInstrumentCodec,
  toPaymentInstrument
} from "./PaymentInstrument.ts"

/** A change of a saved card, and the event that shows it as its retrieve does from then on. */
export const changedCard = (
  setting: Setting,
  type: "card.updated" | "card.expiring_soon",
  stored: Stored<PaymentInstrumentRecord>,
  row: PaymentInstrumentRecord
): ReadonlyArray<Change> => [
  update(PaymentInstrumentCollection, stored, row),
  ...tell(setting, type, updated(stored, row), shown)
]

const shown: Shown<PaymentInstrumentRecord> = {
  show: (row) => paymentInstrumentCodec.encode(toPaymentInstrument(row))
}
