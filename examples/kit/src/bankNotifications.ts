import type { Merchant, Payloom } from "@payloom/core"
import type { Sandbox } from "@payloom/testkit"
import { Clock, Effect } from "effect"

/**
 * Sends a signed notification about a charge from the sandbox's bank to the engine. A real bank
 * posts it to `/providers/{mid}/notifications`. The sandbox's bank calls the engine in the same
 * process.
 */
export const bankNotifications =
  ({ services }: Payloom, { routing }: Merchant, { bank, notifications }: Sandbox) =>
  async (reference: string): Promise<void> => {
    const run = <A, E>(effect: Effect.Effect<A, E>): Promise<A> =>
      Effect.runPromise(Effect.provideService(effect, Clock.Clock, services.clock))
    const charges = await run(bank.charges())
    const account = charges.findLast((charge) => charge.reference === reference)?.account
    const mid = (await routing.listMids()).find(({ credentials }) => credentials === account)
    if (mid === undefined) throw new Error(`No merchant account has the charge ${reference}.`)
    const notification = await run(notifications.charge(reference))
    await run(services.background.receiveNotification(mid.id, notification))
  }
