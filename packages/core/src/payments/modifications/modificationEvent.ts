import type { EventRecord, EventType, InternalEventType } from "../../events/Event.ts"
import { newEvent, type Setting } from "../../events/newEvent.ts"
import {
  captureCodec,
  type ModificationRecord,
  refundCodec,
  toCapture,
  toRefund,
  toVoid,
  voidCodec
} from "./Modification.ts"

const encoded = (row: ModificationRecord): unknown => {
  switch (row.kind) {
    case "capture":
      return captureCodec.encode(toCapture(row))
    case "void":
      return voidCodec.encode(toVoid(row))
    case "refund":
      return refundCodec.encode(toRefund(row))
  }
}

/** An event that carries the capture, void or refund it is about, as it stands at a version. */
export const modificationEvent = (
  setting: Setting,
  type: EventType | InternalEventType,
  row: ModificationRecord,
  version: number
): EventRecord => newEvent(setting, type, { object: encoded(row), version, payment: row.payment })
