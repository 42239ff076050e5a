import { Schema } from "effect"
import { refusedAs } from "./RefusalCode.ts"

/**
 * A registered prefix, an underscore and a ULID: sortable by the time it was minted, globally
 * unique, never reused (spec 2.1).
 */
const publicId = (prefix: IdPrefix) =>
  Schema.String.check(
    Schema.isPattern(
      new RegExp(`^${prefix}_[0-7][0-9A-HJKMNP-TV-Z]{25}$`),
      refusedAs("parameter_invalid", `an id of the form ${prefix}_<ULID>`)
    )
  )

export const PaymentId = publicId("payment").pipe(Schema.brand("PaymentId"))
export type PaymentId = typeof PaymentId.Type
export const AttemptId = publicId("attempt").pipe(Schema.brand("AttemptId"))
export type AttemptId = typeof AttemptId.Type
export const CaptureId = publicId("capture").pipe(Schema.brand("CaptureId"))
export type CaptureId = typeof CaptureId.Type
export const VoidId = publicId("void").pipe(Schema.brand("VoidId"))
export type VoidId = typeof VoidId.Type
export const RefundId = publicId("refund").pipe(Schema.brand("RefundId"))
export type RefundId = typeof RefundId.Type
export const CheckoutSessionId = publicId("checkout").pipe(Schema.brand("CheckoutSessionId"))
export type CheckoutSessionId = typeof CheckoutSessionId.Type
export const CustomerId = publicId("customer").pipe(Schema.brand("CustomerId"))
export type CustomerId = typeof CustomerId.Type
export const PaymentInstrumentId = publicId("card").pipe(Schema.brand("PaymentInstrumentId"))
export type PaymentInstrumentId = typeof PaymentInstrumentId.Type
export const EventId = publicId("event").pipe(Schema.brand("EventId"))
export type EventId = typeof EventId.Type
export const TenantId = publicId("tenant").pipe(Schema.brand("TenantId"))
export type TenantId = typeof TenantId.Type
export const ApiKeyId = publicId("key").pipe(Schema.brand("ApiKeyId"))
export type ApiKeyId = typeof ApiKeyId.Type
export const MidId = publicId("mid").pipe(Schema.brand("MidId"))
export type MidId = typeof MidId.Type
export const RoutingRuleId = publicId("rule").pipe(Schema.brand("RoutingRuleId"))
export type RoutingRuleId = typeof RoutingRuleId.Type
export const TemplateId = publicId("template").pipe(Schema.brand("TemplateId"))
export type TemplateId = typeof TemplateId.Type
export const LedgerGroupId = publicId("ledger").pipe(Schema.brand("LedgerGroupId"))
export type LedgerGroupId = typeof LedgerGroupId.Type
export const IdempotencyRecordId = publicId("idem").pipe(Schema.brand("IdempotencyRecordId"))
export type IdempotencyRecordId = typeof IdempotencyRecordId.Type
export const JobId = publicId("job").pipe(Schema.brand("JobId"))
export type JobId = typeof JobId.Type
export const ThreeDsSessionId = publicId("threeds").pipe(Schema.brand("ThreeDsSessionId"))
export type ThreeDsSessionId = typeof ThreeDsSessionId.Type
export const NotificationId = publicId("notice").pipe(Schema.brand("NotificationId"))
export type NotificationId = typeof NotificationId.Type

/** The type of id that each registered prefix makes. */
export interface IdByPrefix {
  payment: PaymentId
  attempt: AttemptId
  capture: CaptureId
  void: VoidId
  refund: RefundId
  checkout: CheckoutSessionId
  customer: CustomerId
  card: PaymentInstrumentId
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
  req: string
}

/** A registered prefix. */
export type IdPrefix = keyof IdByPrefix
