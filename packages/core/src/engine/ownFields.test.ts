import { expect, it } from "vitest"
import { toBillingCycle } from "../billing/cycles/BillingCycle.ts"
import { toPlan } from "../billing/plans/Plan.ts"
import { toCustomer } from "../cards/customers/Customer.ts"
import { toTemplate } from "../checkout/branding/BrandingTemplate.ts"
import { toImport } from "../imports/Import.ts"
import { toImportedObject } from "../imports/ImportedObject.ts"
import { toKeptNotification } from "../inbound/KeptNotification.ts"
import { toLedgerGroup } from "../ledger/LedgerGroup.ts"
import { toAlertView } from "../operators/alerts/AlertView.ts"
import { toAuditEntry } from "../operators/audit/AuditEntry.ts"
import { consumedEvent } from "../outbound/consumers/ConsumedEvent.ts"
import { toWebhookDelivery } from "../outbound/webhooks/WebhookDelivery.ts"
import { toDispute } from "../payments/disputes/Dispute.ts"
import { toEventEnvelope } from "../platform/events/EventEnvelope.ts"
import { toTenant } from "../platform/tenants/Tenant.ts"

const resources: Readonly<Record<string, (row: never) => object>> = {
  "a customer": toCustomer,
  "a tenant": toTenant,
  "a plan": toPlan,
  "a template": toTemplate,
  "a billing cycle": toBillingCycle,
  "a dispute": toDispute,
  "an import": toImport,
  "an imported object": toImportedObject,
  "a kept notification": toKeptNotification,
  "a ledger group": toLedgerGroup,
  "an alert": toAlertView,
  "an audit entry": toAuditEntry,
  "a webhook delivery": toWebhookDelivery,
  "an event": toEventEnvelope,
  "an event of a consumer": (row) => consumedEvent({ tenant: "tenant_1", mode: "test" }, row)
}

const row = { id: "row_1", notice: { _tag: "SavedMethod" }, addedByNextRelease: true }

it.each(Object.entries(resources))("%s shows no field of a newer release", (_, toResource) => {
  const shown = toResource(row as never)
  expect(Object.keys(shown)).not.toEqual([])
  expect(shown).not.toHaveProperty("addedByNextRelease")
})
