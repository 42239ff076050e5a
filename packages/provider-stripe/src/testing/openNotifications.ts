import type { KnownCharge, KnownCharges, MidAccount } from "@payloom/core"
import { Effect, Option } from "effect"
import type Stripe from "stripe"
import { expect, onTestFinished } from "vitest"
import { type FakeStripeAccount, startFakeStripe } from "../fake/index.ts"
import { stripe } from "../stripe.ts"
import { chargeRequest } from "./chargeRequest.ts"
import { knowing } from "./knowing.ts"

/** Returns the charge that a test has made, as the engine knows it. */
export const known = (mid: MidAccount): KnownCharge => ({
  mid,
  reference: "attempt_1",
  providerReference: null,
  created: Date.now(),
  amount: 1250n,
  currency: "EUR",
  type: "one_off",
  capture: true,
  isInFlight: true
})

const accountsOf = { attempt_1: "main", attempt_2: "seller" } as const

/** The engine's knowledge of these tests' charges, which are all decided. */
export const decided = knowing(
  ...Object.entries(accountsOf).map(([reference, name]) => ({
    ...known({ id: `mid_${name}`, credentials: name }),
    reference,
    isInFlight: false
  }))
)

interface Reading {
  /** The account that receives the event. */
  readonly by?: string
  /** The account that the event is about, if it is another account. */
  readonly of?: string
  readonly at?: number
  readonly known?: KnownCharges
}

/** Opens a fake with up to two accounts, and a connector that reads the fake's events. */
export const openNotifications = async () => {
  const fake = await startFakeStripe()
  onTestFinished(fake.close)
  const accounts: Record<string, FakeStripeAccount> = {}
  const provider = stripe({
    ...fake.address,
    accountOf: (name) => accounts[name] ?? fake.account(name)
  })
  const mid = (credentials: string) => ({ id: `mid_${credentials}`, credentials })
  return {
    fake,
    accounts,
    provider,
    mid,
    charge: (changes: Parameters<typeof chargeRequest>[0] = {}) => {
      const token = "pm_card_visa"
      const source = { _tag: "Vaulted", vaultReference: token, token } as const
      return Effect.runPromise(
        provider.charge(chargeRequest({ mid: mid("main"), source, ...changes }))
      )
    },
    /** Returns the notifications that an account reads in an event. */
    read: async (
      event: Stripe.Event,
      { by = "main", of, at = Date.now(), known: about = decided }: Reading = {}
    ) =>
      Option.getOrNull(
        await Effect.runPromise(
          provider.readNotification(mid(by), fake.events.sign(event, of ?? by, at), about)
        )
      ),
    eventOf: async (type: string, name?: string): Promise<Stripe.Event> => {
      const find = () => fake.events.all(name).findLast((event) => event.type === type)
      await expect.poll(find).toBeDefined()
      return find() as Stripe.Event
    }
  }
}
