import type { CustomerView } from "../../../rooms/customers/CustomerView.ts"
import type { Wire } from "../../../Wire.ts"
import { PageLinkDialog } from "../../parts/PageLinkDialog.tsx"

interface PortalProps {
  readonly customer: Wire<CustomerView>["customer"]
  readonly onClose: () => void
}

/** Makes the address at which a customer manages their own billing for an hour. */
export const PortalDialog = ({ customer, onClose }: PortalProps) => (
  <PageLinkDialog
    title="Portal link"
    name="portalSessions.create"
    subject={customer.id}
    preview={
      "Makes a page on which the customer manages their cards and subscriptions, pays what is " +
      "overdue and reads receipts, for an hour. Nothing is charged or changed until they do it."
    }
    advice={
      "Send this address to the customer only. Whoever opens it acts as the customer for an " +
      "hour. It is shown only once. If you lose it, make another one."
    }
    onClose={onClose}
  />
)
