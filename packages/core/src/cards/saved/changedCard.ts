import type { CommitContext } from "../../platform/events/CommitContext.ts"
import { type EventResource, recordEvent } from "../../platform/events/recordEvent.ts"
import { type Change, update, updated } from "../../platform/storage/Change.ts"
import type { Stored } from "../../platform/storage/Collection.ts"
import {
  PaymentInstrumentCollection,
  type PaymentInstrumentRecord,
  paymentInstrumentCodec,
  toPaymentInstrument
} from "./PaymentInstrument.ts"

/** Writes a change of a saved card and records its event. */
export const changedCard = (
  commit: CommitContext,
  type: "card.updated" | "card.expiring_soon",
  stored: Stored<PaymentInstrumentRecord>,
  row: PaymentInstrumentRecord
): ReadonlyArray<Change> => [
  update(PaymentInstrumentCollection, stored, row),
  ...recordEvent(commit, type, updated(stored, row), asEventResource)
]

const asEventResource: EventResource<PaymentInstrumentRecord> = {
  show: (row) => paymentInstrumentCodec.encode(toPaymentInstrument(row))
}
