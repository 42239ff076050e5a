import type { Effect } from "effect"
import { describe, expect, expectTypeOf, it } from "vitest"
import type { EngineSetup } from "../../engine/EngineSetup.ts"
import type { Consumers } from "../../engine/operations/ConsumersApi.ts"
import type { Events } from "../../engine/operations/EventsApi.ts"
import { EventType, type InternalEventType } from "../../platform/events/EventRecord.ts"
import type { ConsumedEvent } from "../consumers/ConsumedEvent.ts"
import type { WebhookEvent } from "../webhook-receiver/webhookReceiver.ts"
import type { Alert } from "./Alert.ts"
import type { Event } from "./Event.ts"
import type {
  AttemptJson,
  DisputeJson,
  FailingJobJson,
  PaymentInstrumentJson,
  PaymentJson,
  RefundJson,
  SubscriptionJson,
  WebhookEndpointJson
} from "./EventObject.ts"
import { eventCatalog } from "./eventCatalog.ts"

describe("the type of an event", () => {
  it("determines the object of listed and retrieved events", () => {
    const read = (event: Event) => {
      if (event.type === "payment.succeeded") {
        expectTypeOf(event.data.object).toEqualTypeOf<PaymentJson>()
        return event.data.object.amount
      }
      switch (event.type) {
        case "refund.pending":
        case "refund.failed":
          expectTypeOf(event.data.object).toEqualTypeOf<RefundJson>()
          return event.data.object.amount
        case "dispute.evidence_due_soon":
          expectTypeOf(event.data.object).toEqualTypeOf<DisputeJson>()
          return event.data.object.reason
        case "subscription.renewed":
          expectTypeOf(event.data.object).toEqualTypeOf<SubscriptionJson>()
          return event.data.object.status
        case "card.updated":
          expectTypeOf(event.data.object).toEqualTypeOf<PaymentInstrumentJson>()
          return event.data.object.card.last4
        default:
          // @ts-expect-error Not every resource has an amount.
          return event.data.object.amount
      }
    }
    expectTypeOf(read).parameter(0).toEqualTypeOf<Event>()
  })

  it("is the same in both call styles", () => {
    type Retrieved<Face extends "promise" | "effect"> = ReturnType<Events<Face>["retrieve"]>
    expectTypeOf<Awaited<Retrieved<"promise">>>().toEqualTypeOf<Event>()
    expectTypeOf<Effect.Success<Retrieved<"effect">>>().toEqualTypeOf<Event>()
    type Listed<Face extends "promise" | "effect"> = ReturnType<Events<Face>["list"]>
    expectTypeOf<Awaited<Listed<"promise">>["data"][number]>().toEqualTypeOf<Event>()
    expectTypeOf<Effect.Success<Listed<"effect">>["data"][number]>().toEqualTypeOf<Event>()
  })

  it("determines the object that a consumer gets, also for internal events", () => {
    const handle = (event: ConsumedEvent) => {
      if (event.type === "payment.declined") {
        expectTypeOf(event.data.object).toEqualTypeOf<PaymentJson>()
        expectTypeOf(event.published).toEqualTypeOf<true>()
      }
      if (event.type === "alert.job_failing") {
        expectTypeOf(event.data.object).toEqualTypeOf<FailingJobJson>()
        expectTypeOf(event.published).toEqualTypeOf<false>()
      }
      if (event.type === "alert.account_refused" && event.data.object.object === "attempt") {
        expectTypeOf(event.data.object).toEqualTypeOf<AttemptJson>()
      }
      if (event.published) expectTypeOf(event.type).toEqualTypeOf<EventType>()
      else expectTypeOf(event.type).toEqualTypeOf<InternalEventType>()
    }
    expectTypeOf(handle).parameter(0).toEqualTypeOf<ConsumedEvent>()
  })

  it("determines the object that an alert hook gets", () => {
    const hear: NonNullable<EngineSetup["onAlert"]> = ({ event }) => {
      if (event.type === "alert.webhook_disabled") {
        expectTypeOf(event.data.object).toEqualTypeOf<WebhookEndpointJson>()
      }
      // @ts-expect-error What merchants are told of is no alert.
      return event.type === "payment.succeeded"
    }
    expectTypeOf(hear).parameter(0).toEqualTypeOf<Alert>()
  })

  it("is one of the types that a consumer selects", () => {
    const consumes = ({ consume }: Consumers<"promise">, inEffect: Consumers<"effect">) => [
      consume("shipping", (event) => event.data.object.amount, {
        types: ["payment.succeeded", "refund.succeeded"]
      }),
      consume("all", (event) => expectTypeOf(event).toEqualTypeOf<ConsumedEvent>()),
      consume("old", (event) => expectTypeOf(event).toEqualTypeOf<ConsumedEvent>(), {
        from: "beginning"
      }),
      inEffect.consume(
        "effects",
        (event): Effect.Effect<string> => {
          expectTypeOf(event.data.object).toEqualTypeOf<DisputeJson>()
          throw new Error(event.data.object.stage)
        },
        { types: ["dispute.won"] }
      )
    ]
    expectTypeOf(consumes).toBeFunction()
  })

  it("determines the same object for a webhook receiver", () => {
    type Objects<E extends { readonly type: string; readonly data: { readonly object: unknown } }> =
      { [Type in E["type"]]: Extract<E, { readonly type: Type }>["data"]["object"] }
    expectTypeOf<Objects<WebhookEvent>>().toEqualTypeOf<Objects<Event>>()
  })
})

describe("the catalog of events", () => {
  it("describes for every type when it is sent, in sentences", () => {
    expect(Object.keys(eventCatalog)).toEqual(EventType.literals)
    for (const [type, { when }] of Object.entries(eventCatalog)) {
      expect([type, when]).toEqual([type, expect.stringMatching(/^[A-Z].*\.$/)])
    }
  })
})
