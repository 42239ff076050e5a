import type { Brand, Schema } from "effect"
import { describe, expectTypeOf, it } from "vitest"
import type * as core from "../../index.ts"

/** A type without brands, names and modifiers, and with closed enumerations. */
type Bare<T> =
  T extends Brand.Brand<string>
    ? string
    : T extends ReadonlyArray<unknown>
      ? { [K in keyof T]: Bare<Closed<T[K]>> }
      : T extends object
        ? { [K in keyof T]: Bare<Closed<T[K]>> }
        : T

/** An enumeration without the unknown members that readers of the wire accept. */
type Closed<T> = [Literal<T>] extends [never] ? T : Literal<T> | Exclude<T, string>
type Literal<T> = T extends string ? (string extends T ? never : T) : never

type Read<S extends Schema.Top> = Bare<S["Type"]>

describe("a type that is written out", () => {
  it("has the same resources as the schemas", () => {
    expectTypeOf<Bare<core.Attempt>>().toEqualTypeOf<Read<typeof core.Attempt>>()
    expectTypeOf<Bare<core.Capture>>().toEqualTypeOf<Read<typeof core.Capture>>()
    expectTypeOf<Bare<core.Void>>().toEqualTypeOf<Read<typeof core.Void>>()
    expectTypeOf<Bare<core.Refund>>().toEqualTypeOf<Read<typeof core.Refund>>()
    expectTypeOf<Bare<core.Decline>>().toEqualTypeOf<Read<typeof core.Decline>>()
    expectTypeOf<Bare<core.Customer>>().toEqualTypeOf<Read<typeof core.Customer>>()
    expectTypeOf<Bare<core.CardInstrument>>().toEqualTypeOf<Read<typeof core.CardInstrument>>()
    expectTypeOf<Bare<core.Plan>>().toEqualTypeOf<Read<typeof core.Plan>>()
    expectTypeOf<Bare<core.Subscription>>().toEqualTypeOf<Read<typeof core.Subscription>>()
    expectTypeOf<Bare<core.BillingCycle>>().toEqualTypeOf<Read<typeof core.BillingCycle>>()
    expectTypeOf<Bare<core.CheckoutSession>>().toEqualTypeOf<Read<typeof core.CheckoutSession>>()
    expectTypeOf<Bare<core.CheckoutResult>>().toEqualTypeOf<Read<typeof core.CheckoutResult>>()
    expectTypeOf<Bare<core.PayerSession>>().toEqualTypeOf<Read<typeof core.PayerSession>>()
    expectTypeOf<Bare<core.BrandingTemplate>>().toEqualTypeOf<Read<typeof core.BrandingTemplate>>()
    expectTypeOf<Bare<core.Mid>>().toEqualTypeOf<Read<typeof core.Mid>>()
    expectTypeOf<Bare<core.RoutingRule>>().toEqualTypeOf<Read<typeof core.RoutingRule>>()
    expectTypeOf<Bare<core.RouteFacts>>().toEqualTypeOf<Read<typeof core.RouteFacts>>()
    expectTypeOf<Bare<core.RouteCandidate>>().toEqualTypeOf<Read<typeof core.RouteCandidate>>()
    expectTypeOf<Bare<core.Tenant>>().toEqualTypeOf<Read<typeof core.Tenant>>()
    expectTypeOf<Bare<core.EventRecord>>().toEqualTypeOf<Read<typeof core.EventRecord>>()
  })

  it("has the same payment as the schema, and knows which statuses have a decline", () => {
    expectTypeOf<keyof core.Payment>().toEqualTypeOf<keyof typeof core.Payment.Type>()
    expectTypeOf<core.Payment>().toExtend<typeof core.Payment.Type>()
    expectTypeOf<core.ExpandedPayment<core.PaymentExpansion>>().toExtend<
      typeof core.ListedPayment.Type
    >()
    expectTypeOf<core.PaymentStatus>().toEqualTypeOf<core.Payment["status"]>()
    expectTypeOf<core.DeclinedPayment["decline"]>().toEqualTypeOf<core.Decline>()
    expectTypeOf<core.FailedPayment["decline"]>().toEqualTypeOf<core.Decline>()
    expectTypeOf<core.UndeclinedPayment["decline"]>().toEqualTypeOf<null>()
  })

  it("has the same payment instrument as the schema, and knows which types have a card", () => {
    expectTypeOf<core.PaymentInstrument>().toExtend<typeof core.PaymentInstrument.Type>()
    expectTypeOf<keyof core.ApmInstrument>().toEqualTypeOf<
      keyof typeof core.PaymentInstrument.Type
    >()
    expectTypeOf<core.PaymentInstrument & { type: "card" }>().toExtend<core.CardInstrument>()
  })

  it("has the same inputs as the schemas", () => {
    expectTypeOf<Bare<core.CreatePayment>>().toEqualTypeOf<Read<typeof core.CreatePayment>>()
    expectTypeOf<Bare<core.CapturePayment>>().toEqualTypeOf<Read<typeof core.CapturePayment>>()
    expectTypeOf<Bare<core.VoidPayment>>().toEqualTypeOf<Read<typeof core.VoidPayment>>()
    expectTypeOf<Bare<core.CreateRefund>>().toEqualTypeOf<Read<typeof core.CreateRefund>>()
    expectTypeOf<Bare<core.Resolution>>().toEqualTypeOf<Read<typeof core.Resolution>>()
    expectTypeOf<Bare<core.ListAttempts>>().toEqualTypeOf<Read<typeof core.ListAttempts>>()
    expectTypeOf<Bare<core.CreateCustomer>>().toEqualTypeOf<Read<typeof core.CreateCustomer>>()
    expectTypeOf<Bare<core.UpdateCustomer>>().toEqualTypeOf<Read<typeof core.UpdateCustomer>>()
    expectTypeOf<Bare<core.ListCustomers>>().toEqualTypeOf<Read<typeof core.ListCustomers>>()
    expectTypeOf<Bare<core.ListPaymentInstruments>>().toEqualTypeOf<
      Read<typeof core.ListPaymentInstruments>
    >()
    expectTypeOf<Bare<core.CreatePlan>>().toEqualTypeOf<Read<typeof core.CreatePlan>>()
    expectTypeOf<Bare<core.UpdatePlan>>().toEqualTypeOf<Read<typeof core.UpdatePlan>>()
    expectTypeOf<Bare<core.SupersedePlan>>().toEqualTypeOf<Read<typeof core.SupersedePlan>>()
    expectTypeOf<Bare<core.ListPlans>>().toEqualTypeOf<Read<typeof core.ListPlans>>()
    expectTypeOf<Bare<core.CreateSubscription>>().toEqualTypeOf<
      Read<typeof core.CreateSubscription>
    >()
    expectTypeOf<Bare<core.UpdateSubscription>>().toEqualTypeOf<
      Read<typeof core.UpdateSubscription>
    >()
    expectTypeOf<Bare<core.CancelSubscription>>().toEqualTypeOf<
      Read<typeof core.CancelSubscription>
    >()
    expectTypeOf<Bare<core.PauseSubscription>>().toEqualTypeOf<
      Read<typeof core.PauseSubscription>
    >()
    expectTypeOf<Bare<core.ListSubscriptions>>().toEqualTypeOf<
      Read<typeof core.ListSubscriptions>
    >()
    expectTypeOf<Bare<core.ListBillingCycles<"payment">>>().toEqualTypeOf<
      Read<typeof core.ListBillingCycles>
    >()
    expectTypeOf<Bare<core.SaveCard>>().toEqualTypeOf<Read<typeof core.SaveCard>>()
    expectTypeOf<Bare<core.CreatePaymentInstrument>>().toEqualTypeOf<
      Read<typeof core.CreatePaymentInstrument>
    >()
    expectTypeOf<Bare<core.CreateCheckoutSession>>().toEqualTypeOf<
      Read<typeof core.CreateCheckoutSession>
    >()
    expectTypeOf<Bare<core.ConfirmSession>>().toEqualTypeOf<Read<typeof core.ConfirmSession>>()
    expectTypeOf<Bare<core.CreateTemplate>>().toEqualTypeOf<Read<typeof core.CreateTemplate>>()
    expectTypeOf<Bare<core.UpdateTemplate>>().toEqualTypeOf<Read<typeof core.UpdateTemplate>>()
    expectTypeOf<Bare<core.ListTemplates>>().toEqualTypeOf<Read<typeof core.ListTemplates>>()
    expectTypeOf<Bare<core.CreateMid>>().toEqualTypeOf<Read<typeof core.CreateMid>>()
    expectTypeOf<Bare<core.UpdateMid>>().toEqualTypeOf<Read<typeof core.UpdateMid>>()
    expectTypeOf<Bare<core.RoutingRuleInput>>().toEqualTypeOf<Read<typeof core.RoutingRuleInput>>()
    expectTypeOf<Bare<core.StatementQuery>>().toEqualTypeOf<Read<typeof core.StatementQuery>>()
    expectTypeOf<Bare<core.SettlementRow>>().toEqualTypeOf<Read<typeof core.SettlementRow>>()
    expectTypeOf<Bare<core.ReconcileOptions>>().toEqualTypeOf<Read<typeof core.ReconcileOptions>>()
    expectTypeOf<Bare<core.CreateTenant>>().toEqualTypeOf<Read<typeof core.CreateTenant>>()
  })

  it("has the same queries as the schemas, but allows a single status without a list", () => {
    type Listed<Q extends { readonly status?: unknown }> = Omit<Q, "status"> & {
      readonly status?: Extract<Q["status"], ReadonlyArray<unknown>>
    }
    type Payments = Listed<core.ListPayments<core.PaymentExpansion>>
    expectTypeOf<Bare<Payments>>().toEqualTypeOf<Read<typeof core.ListPayments>>()
    type Sessions = Listed<core.ListCheckoutSessions>
    expectTypeOf<Bare<Sessions>>().toEqualTypeOf<Read<typeof core.ListCheckoutSessions>>()
  })

  it("has the same requests and answers of ports as the schemas", () => {
    expectTypeOf<Bare<core.ChargeOutcome>>().toEqualTypeOf<Read<typeof core.ChargeOutcome>>()
    expectTypeOf<Bare<core.ChargeLookup>>().toEqualTypeOf<Read<typeof core.ChargeLookup>>()
    expectTypeOf<Bare<core.CancelOutcome>>().toEqualTypeOf<Read<typeof core.CancelOutcome>>()
    expectTypeOf<Bare<core.ProviderAction>>().toEqualTypeOf<Read<typeof core.ProviderAction>>()
    expectTypeOf<Bare<core.CardChecks>>().toEqualTypeOf<Read<typeof core.CardChecks>>()
    expectTypeOf<Bare<core.ModificationOutcome>>().toEqualTypeOf<
      Read<typeof core.ModificationOutcome>
    >()
    expectTypeOf<Bare<core.ModificationLookup>>().toEqualTypeOf<
      Read<typeof core.ModificationLookup>
    >()
    expectTypeOf<Bare<core.ProviderNotification>>().toEqualTypeOf<
      Read<typeof core.ProviderNotification>
    >()
    expectTypeOf<Bare<core.ChargeSource>>().toEqualTypeOf<Read<typeof core.ChargeSource>>()
    expectTypeOf<Bare<core.ChargeDetails>>().toEqualTypeOf<Read<typeof core.ChargeDetails>>()
    expectTypeOf<Bare<core.PayerReturn>>().toEqualTypeOf<Read<typeof core.PayerReturn>>()
    expectTypeOf<Bare<core.VaultedCard>>().toEqualTypeOf<Read<typeof core.VaultedCard>>()
    expectTypeOf<Bare<core.ThreeDsAnswer>>().toEqualTypeOf<Read<typeof core.ThreeDsAnswer>>()
    expectTypeOf<Bare<core.ChallengeResult>>().toEqualTypeOf<Read<typeof core.ChallengeResult>>()
    expectTypeOf<Bare<core.ThreeDsAuthentication>>().toEqualTypeOf<
      Read<typeof core.ThreeDsAuthentication>
    >()
  })
})
