import type { DisputeNotification, ProviderNotification, RefundNotification } from "@payloom/core"
import { Effect, Option } from "effect"
import type { ShopOptions } from "./ground.ts"
import type { Shop } from "./openShop.ts"

/** A shop whose provider reads every notification as the test says. */
export interface NotifyingShop {
  readonly shop: Shop
  /** Delivers the last notification again, at the first account by default. */
  readonly receive: (at?: string) => Promise<void>
  /** Delivers a notification. */
  readonly notify: (notification: ProviderNotification, at?: string) => Promise<void>
  /**
   * Delivers a notification of a refund of 5 EUR by a charge's reference, or of the given details.
   */
  readonly refund: (
    reference: string,
    fields?: Partial<RefundNotification["refund"]>
  ) => Promise<void>
  /**
   * Delivers a notification of a chargeback of 12.50 EUR by a charge's reference, or of the given
   * details.
   */
  readonly dispute: (
    reference: string,
    fields?: Partial<DisputeNotification["dispute"]>,
    at?: string
  ) => Promise<void>
}

/** Opens such a shop. */
export const notifyingShop = async (
  open: (options: ShopOptions) => Promise<Shop>
): Promise<NotifyingShop> => {
  let notifications: ReadonlyArray<ProviderNotification> = []
  let sent = 0
  const shop = await open({
    adapted: (provider) => ({
      ...provider,
      readNotification: () => Effect.sync(() => Option.some(notifications))
    })
  })
  const receive: NotifyingShop["receive"] = (at = shop.mids[0] ?? "") => {
    const { background } = shop.process().payloom.services
    const received = background.receiveNotification(at, { headers: {}, body: "" })
    return shop.until(Effect.runPromise(received))
  }
  const notify: NotifyingShop["notify"] = (notification, at) => {
    notifications = [notification]
    return receive(at)
  }
  const id = () => `notification ${++sent}`
  return {
    shop,
    receive,
    notify,
    refund: (reference, fields) => {
      const refund = {
        providerReference: "re_1",
        amount: 500n,
        currency: "EUR",
        state: "succeeded",
        ...fields
      } as const
      return notify({ _tag: "Refund", id: id(), reference, refund })
    },
    dispute: (reference, fields, at) => {
      const dispute = {
        providerReference: "dp_1",
        stage: "chargeback_received",
        amount: 1250n,
        currency: "EUR",
        rawReason: "10.4",
        evidenceDueBy: null,
        ...fields
      } as const
      return notify({ _tag: "Dispute", id: id(), reference, dispute }, at)
    }
  }
}
