import type { EventType, InternalEventType } from "../events/Event.ts"
import type { Setting } from "../events/Setting.ts"
import { type Shown, tell } from "../events/tell.ts"
import type { Change } from "../storage/Change.ts"
import type { Stored } from "../storage/Collection.ts"
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

const shown: Shown<ModificationRecord> = { show: encoded, payment: ({ payment }) => payment }

/** Tells of a capture, void or refund as a commit leaves it. */
export const tellModification = (
  setting: Setting,
  type: EventType | InternalEventType,
  modification: Stored<ModificationRecord>
): ReadonlyArray<Change> => tell(setting, type, modification, shown)
