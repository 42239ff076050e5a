import type { LiveSubscription, Receipt } from "../../portal/PortalApi.ts"
import type { PortalDialog } from "../../portal/PortalDialog.ts"
import type { Outcome, PortalFlow } from "../../portal/PortalFlow.ts"
import type { BeginCard } from "./CardEntry.ts"
import type { PortalActs } from "./portalParts.ts"

/** The page's part of the customer's actions. */
export interface ActsHost {
  readonly flow: () => PortalFlow | null
  /** Opens a dialog that asks before a change. */
  readonly ask: (dialog: PortalDialog) => void
  readonly enterCard: (purpose: "add" | "pay", begin: BeginCard) => void
  /** Shows the outcome of a change. */
  readonly done: (sending: Promise<Outcome | null>) => void
  readonly showReceipt: (receipt: Receipt) => void
}

/** Returns the actions of a page. Those without a choice are sent at once. */
export const actsOf = ({ flow, ask, enterCard, done, showReceipt }: ActsHost): PortalActs => {
  const send = (change: Parameters<PortalFlow["change"]>[0]) => {
    const sending = flow()?.change(change)
    if (sending !== undefined) done(sending)
  }
  const onSubscription = (action: string, subscription: LiveSubscription) => {
    const { id } = subscription
    switch (action) {
      case "cancel":
      case "pause":
        ask({ kind: action, subscription })
        break
      case "change_payment_instrument":
        ask({ kind: "change_card", subscription })
        break
      case "pay_overdue":
        enterCard("pay", (api) => api.payOverdue(id))
        break
      case "undo_cancel":
        send((api) => api.undoCancel(id))
        break
      case "resume":
        send((api) => api.resume(id))
    }
  }
  return {
    onSubscription,
    onInstrument: (kind, instrument) => ask({ kind, instrument }),
    addCard: () => enterCard("add", (api) => api.addCard()),
    showReceipt,
    moreReceipts: () => void flow()?.moreReceipts()
  }
}
