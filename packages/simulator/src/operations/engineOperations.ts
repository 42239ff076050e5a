import type { Payloom } from "@payloom/core"
import { type Choices, happening, type Operation } from "./Operation.ts"

type Services = Payloom["services"]

const onServices = (
  does: (services: Services, choices: Choices) => Parameters<Choices["ground"]["run"]>[0]
): Operation =>
  happening((choices, { payloom }) => choices.ground.run(does(payloom.services, choices)))

/** The operations of the engine that are not on behalf of a merchant. */
export const engineOperations: Readonly<Record<string, Operation>> = {
  "background.sweep": onServices(({ background }) => background.sweep()),
  "background.checkStorage": onServices(({ background }) => background.checkStorage()),
  "background.receiveCardUpdate": happening(async ({ ground }, { payloom }) => {
    const { box, run } = ground
    await run(box.reissue("approved", { expMonth: 6, expYear: 2050 }))
    const raw = await run(box.notifications.cards())
    return run(payloom.services.background.receiveCardUpdate(raw))
  }),
  "consumers.parked": happening((_, { payloom }) => payloom.events.parked()),
  "consumers.replay": async ({ ground, draw }) => {
    const { observer, bookkeeper } = ground
    const { consumer, event, status } = draw.one((await observer.payloom.events.parked()).data)
    return {
      input: [consumer, event],
      send: ({ payloom }) => {
        if (status === "set_aside") bookkeeper.replayed.add(event)
        return payloom.events.replay(consumer, event)
      }
    }
  },
  "payer.identify": onServices(({ payer }, { tenant, draw }) =>
    payer.identify({
      publishableKey: tenant.publishableKey,
      sessionToken: draw.one(tenant.tokens).token
    })
  ),
  "portal.identify": onServices(({ portal }, { tenant, draw }) =>
    portal.identify({
      publishableKey: tenant.publishableKey,
      sessionToken: draw.one(tenant.tokens).token
    })
  ),
  "tenants.authenticate": onServices(({ tenants }, { tenant }) =>
    tenants.authenticate(tenant.publishableKey)
  ),
  "reporter.catchUp": happening((_, { payloom }) => payloom.reporting.catchUp())
}
