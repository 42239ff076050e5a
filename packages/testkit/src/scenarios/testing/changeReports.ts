import {
  type ChargeFound,
  type ModificationLookup,
  type PaymentProvider,
  ProviderNotification
} from "@payloom/core"
import { Effect, Option } from "effect"
import type { Shop } from "./openShop.ts"

type ModificationFound = Extract<ModificationLookup, { readonly _tag: "Found" }>

/**
 * Changes the contents of the provider's lookups and notifications from now on, and the ids of
 * notifications.
 */
export const changeReports = async (
  shop: Shop,
  ofCharge: (found: ChargeFound) => ChargeFound,
  ofModification = (found: ModificationFound): ModificationFound => found,
  idOf = (id: string): string => id
): Promise<void> => {
  const { lookup, readNotification } = shop.box.provider
  const changed: Pick<PaymentProvider, "lookup" | "readNotification"> = {
    lookup: (by) =>
      Effect.map(lookup(by), (answer) => (answer._tag === "Found" ? ofCharge(answer) : answer)),
    readNotification: (mid, raw, known) =>
      Effect.map(
        readNotification(mid, raw, known),
        Option.map((notifications) =>
          notifications.map((notification) =>
            ProviderNotification.match(notification, {
              Charge: (report) => ({
                ...report,
                id: idOf(report.id),
                charge: ofCharge(report.charge)
              }),
              Modification: (report): ProviderNotification => ({
                ...report,
                modification: ofModification(report.modification)
              }),
              Refund: (report) => report,
              Dispute: (report) => report,
              SavedMethod: (report) => report
            })
          )
        )
      )
  }
  Object.assign(shop.box.provider, changed)
  await shop.restart()
}
