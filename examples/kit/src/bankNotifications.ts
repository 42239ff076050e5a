import type { Merchant, Payloom } from "@payloom/core"
import type { Sandbox } from "@payloom/testkit"
import { Clock, Effect } from "effect"

/**
 * Has the sandbox's bank notify the engine of a charge, signed as over HTTP. A real bank posts that
 * to `/providers/{mid}/notifications`; this one is in the same process and hands it in.
 */
export const bankNotifications =
  ({ services }: Payloom, { routing }: Merchant, { bank, notifications }: Sandbox) =>
  async (reference: string): Promise<void> => {
    const run = <A, E>(effect: Effect.Effect<A, E>): Promise<A> =>
      Effect.runPromise(Effect.provideService(effect, Clock.Clock, services.clock))
    const charges = await run(bank.charges())
    const account = charges.findLast((charge) => charge.reference === reference)?.account
    const mid = (await routing.listMids()).find(({ credentials }) => credentials === account)
    if (mid === undefined) throw new Error(`No merchant account is told of ${reference}.`)
    const notification = await run(notifications.charge(reference))
    await run(services.background.receiveNotification(mid.id, notification))
  }
