import { type Brand, Schema } from "effect"
import { refusedAs } from "./RefusalCode.ts"

const exampleUlid = "01HZX3J6W2Q8N4T7V9B5C1D0EF"

/**
 * Creates the schema of an id: a registered prefix, an underscore and a ULID. Ids sort by the time
 * of their creation, are globally unique and never reused. Each id's type is written out, so that
 * editors show its name.
 */
const publicId = (prefix: IdPrefix) =>
  Schema.String.check(
    Schema.isPattern(
      new RegExp(`^${prefix}_[0-7][0-9A-HJKMNP-TV-Z]{25}$`),
      refusedAs("parameter_invalid", `an id such as ${prefix}_${exampleUlid}`)
    )
  )

export type PaymentId = string & Brand.Brand<"PaymentId">
export const PaymentId: Schema.Codec<PaymentId, string> = publicId("payment").pipe(
  Schema.brand("PaymentId")
)
export type AttemptId = string & Brand.Brand<"AttemptId">
export const AttemptId: Schema.Codec<AttemptId, string> = publicId("attempt").pipe(
  Schema.brand("AttemptId")
)
export type CaptureId = string & Brand.Brand<"CaptureId">
export const CaptureId: Schema.Codec<CaptureId, string> = publicId("capture").pipe(
  Schema.brand("CaptureId")
)
export type VoidId = string & Brand.Brand<"VoidId">
export const VoidId: Schema.Codec<VoidId, string> = publicId("void").pipe(Schema.brand("VoidId"))
export type RefundId = string & Brand.Brand<"RefundId">
export const RefundId: Schema.Codec<RefundId, string> = publicId("refund").pipe(
  Schema.brand("RefundId")
)
export type IncrementId = string & Brand.Brand<"IncrementId">
export const IncrementId: Schema.Codec<IncrementId, string> = publicId("increment").pipe(
  Schema.brand("IncrementId")
)
export type CheckoutSessionId = string & Brand.Brand<"CheckoutSessionId">
export const CheckoutSessionId: Schema.Codec<CheckoutSessionId, string> = publicId("checkout").pipe(
  Schema.brand("CheckoutSessionId")
)
export type CustomerId = string & Brand.Brand<"CustomerId">
export const CustomerId: Schema.Codec<CustomerId, string> = publicId("customer").pipe(
  Schema.brand("CustomerId")
)
export type PaymentInstrumentId = string & Brand.Brand<"PaymentInstrumentId">
export const PaymentInstrumentId: Schema.Codec<PaymentInstrumentId, string> = publicId("card").pipe(
  Schema.brand("PaymentInstrumentId")
)
export type PlanId = string & Brand.Brand<"PlanId">
export const PlanId: Schema.Codec<PlanId, string> = publicId("plan").pipe(Schema.brand("PlanId"))
export type SubscriptionId = string & Brand.Brand<"SubscriptionId">
export const SubscriptionId: Schema.Codec<SubscriptionId, string> = publicId("sub").pipe(
  Schema.brand("SubscriptionId")
)
export type BillingCycleId = string & Brand.Brand<"BillingCycleId">
export const BillingCycleId: Schema.Codec<BillingCycleId, string> = publicId("cycle").pipe(
  Schema.brand("BillingCycleId")
)
export type DisputeId = string & Brand.Brand<"DisputeId">
export const DisputeId: Schema.Codec<DisputeId, string> = publicId("dispute").pipe(
  Schema.brand("DisputeId")
)
export type EventId = string & Brand.Brand<"EventId">
export const EventId: Schema.Codec<EventId, string> = publicId("event").pipe(
  Schema.brand("EventId")
)
export type TenantId = string & Brand.Brand<"TenantId">
export const TenantId: Schema.Codec<TenantId, string> = publicId("tenant").pipe(
  Schema.brand("TenantId")
)
export type ApiKeyId = string & Brand.Brand<"ApiKeyId">
export const ApiKeyId: Schema.Codec<ApiKeyId, string> = publicId("key").pipe(
  Schema.brand("ApiKeyId")
)
export type MidId = string & Brand.Brand<"MidId">
export const MidId: Schema.Codec<MidId, string> = publicId("mid").pipe(Schema.brand("MidId"))
export type RoutingRuleId = string & Brand.Brand<"RoutingRuleId">
export const RoutingRuleId: Schema.Codec<RoutingRuleId, string> = publicId("rule").pipe(
  Schema.brand("RoutingRuleId")
)
export type TemplateId = string & Brand.Brand<"TemplateId">
export const TemplateId: Schema.Codec<TemplateId, string> = publicId("template").pipe(
  Schema.brand("TemplateId")
)
export type LedgerGroupId = string & Brand.Brand<"LedgerGroupId">
export const LedgerGroupId: Schema.Codec<LedgerGroupId, string> = publicId("ledger").pipe(
  Schema.brand("LedgerGroupId")
)
export type IdempotencyRecordId = string & Brand.Brand<"IdempotencyRecordId">
export const IdempotencyRecordId: Schema.Codec<IdempotencyRecordId, string> = publicId("idem").pipe(
  Schema.brand("IdempotencyRecordId")
)
export type JobId = string & Brand.Brand<"JobId">
export const JobId: Schema.Codec<JobId, string> = publicId("job").pipe(Schema.brand("JobId"))
export type ThreeDsSessionId = string & Brand.Brand<"ThreeDsSessionId">
export const ThreeDsSessionId: Schema.Codec<ThreeDsSessionId, string> = publicId("threeds").pipe(
  Schema.brand("ThreeDsSessionId")
)
export type NotificationId = string & Brand.Brand<"NotificationId">
export const NotificationId: Schema.Codec<NotificationId, string> = publicId("notice").pipe(
  Schema.brand("NotificationId")
)

export type WebhookEndpointId = string & Brand.Brand<"WebhookEndpointId">
export const WebhookEndpointId: Schema.Codec<WebhookEndpointId, string> = publicId("endpoint").pipe(
  Schema.brand("WebhookEndpointId")
)
export type WebhookDeliveryId = string & Brand.Brand<"WebhookDeliveryId">
export const WebhookDeliveryId: Schema.Codec<WebhookDeliveryId, string> = publicId("delivery").pipe(
  Schema.brand("WebhookDeliveryId")
)

export type AuditEntryId = string & Brand.Brand<"AuditEntryId">
export const AuditEntryId: Schema.Codec<AuditEntryId, string> = publicId("audit").pipe(
  Schema.brand("AuditEntryId")
)
export type AlertId = string & Brand.Brand<"AlertId">
export const AlertId: Schema.Codec<AlertId, string> = publicId("alert").pipe(
  Schema.brand("AlertId")
)
export type PortalSessionId = string & Brand.Brand<"PortalSessionId">
export const PortalSessionId: Schema.Codec<PortalSessionId, string> = publicId("portal").pipe(
  Schema.brand("PortalSessionId")
)

export type ImportId = string & Brand.Brand<"ImportId">
export const ImportId: Schema.Codec<ImportId, string> = publicId("import").pipe(
  Schema.brand("ImportId")
)

/** The type of id of each registered prefix. */
export interface IdByPrefix {
  payment: PaymentId
  attempt: AttemptId
  capture: CaptureId
  void: VoidId
  refund: RefundId
  increment: IncrementId
  checkout: CheckoutSessionId
  customer: CustomerId
  card: PaymentInstrumentId
  plan: PlanId
  sub: SubscriptionId
  cycle: BillingCycleId
  dispute: DisputeId
  event: EventId
  tenant: TenantId
  key: ApiKeyId
  mid: MidId
  rule: RoutingRuleId
  template: TemplateId
  ledger: LedgerGroupId
  idem: IdempotencyRecordId
  job: JobId
  threeds: ThreeDsSessionId
  notice: NotificationId
  endpoint: WebhookEndpointId
  delivery: WebhookDeliveryId
  audit: AuditEntryId
  alert: AlertId
  portal: PortalSessionId
  import: ImportId
  move: string
  report: string
  req: string
}

/** A registered prefix. */
export type IdPrefix = keyof IdByPrefix
