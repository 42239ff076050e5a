import {
  type ChargeFound,
  type ModificationLookup,
  type PaymentProvider,
  ProviderNotification
} from "@payloom/core"
import { Effect, Option } from "effect"
import type { Shop } from "./openShop.ts"

type ModificationFound = Extract<ModificationLookup, { readonly _tag: "Found" }>

/** Changes the provider's lookups and notifications of charges from now on. */
export const retell = async (
  shop: Shop,
  told: (found: ChargeFound) => ChargeFound,
  toldOfModification = (found: ModificationFound): ModificationFound => found,
  named = (id: string): string => id
): Promise<void> => {
  const { lookup, readNotification } = shop.box.provider
  const retold: Pick<PaymentProvider, "lookup" | "readNotification"> = {
    lookup: (by) =>
      Effect.map(lookup(by), (answer) => (answer._tag === "Found" ? told(answer) : answer)),
    readNotification: (mid, raw, known) =>
      Effect.map(
        readNotification(mid, raw, known),
        Option.map((notifications) =>
          notifications.map((notification) =>
            ProviderNotification.match(notification, {
              Charge: (news) => ({ ...news, id: named(news.id), charge: told(news.charge) }),
              Modification: (news): ProviderNotification => ({
                ...news,
                modification: toldOfModification(news.modification)
              }),
              Refund: (news) => news,
              Dispute: (news) => news
            })
          )
        )
      )
  }
  Object.assign(shop.box.provider, retold)
  await shop.restart()
}
