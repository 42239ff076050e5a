import { billingModule } from "../billing/billingModule.ts"
import { cardsModule } from "../cards/cardsModule.ts"
import { checkoutModule } from "../checkout/checkoutModule.ts"
import { erasureModule } from "../erasure/erasureModule.ts"
import { importsModule } from "../imports/importsModule.ts"
import { inboundModule } from "../inbound/inboundModule.ts"
import { ledgerModule } from "../ledger/ledgerModule.ts"
import { followingModule } from "../modules/followPayment.ts"
import type { Module } from "../modules/Module.ts"
import { operatorsModule } from "../operators/operatorsModule.ts"
import { eventRoutes } from "../outbound/event-catalog/eventRoutes.ts"
import { outboundModule } from "../outbound/outboundModule.ts"
import type { Follower } from "../payments/charges/Follower.ts"
import { paymentsModule } from "../payments/operations/paymentsModule.ts"
import type { EngineModule } from "../platform/modules/EngineModule.ts"
import { joinModules } from "../platform/modules/joinModules.ts"
import { portalModule } from "../portal/portalModule.ts"
import { reportingModule } from "../reporting/reportingModule.ts"
import { restoreModule } from "../restore/restoreModule.ts"
import { routingModule } from "../routing/routingModule.ts"
import { engineModule } from "./engineModule.ts"

/** The modules of core. A follower sees the changes of those before it. */
export const coreModules = [
  engineModule,
  paymentsModule,
  checkoutModule,
  cardsModule,
  billingModule,
  routingModule,
  ledgerModule,
  operatorsModule,
  portalModule,
  inboundModule,
  outboundModule,
  restoreModule,
  importsModule,
  reportingModule,
  erasureModule
] as const

/** A module of core that an engine can be made without. */
export type OptionalModule = "billing" | "checkout"
export const optionalModules: ReadonlyArray<string> = [
  "billing",
  "checkout"
] satisfies ReadonlyArray<OptionalModule>

/** The portal shows checkout sessions, and an import makes subscriptions. */
const needs: Readonly<Record<string, OptionalModule>> = {
  [importsModule.name]: "billing",
  [portalModule.name]: "checkout"
}

/** Everything that an engine without modules of others stores, offers and does. */
export const coreParts = joinModules<Follower>(coreModules)

/** Returns the parts of an engine: those of core's modules, but for some, and those of others. */
export const partsOf = (
  others: ReadonlyArray<Module>,
  without: ReadonlyArray<OptionalModule>
): EngineModule<Follower> => {
  if (others.length === 0 && without.length === 0) return coreParts
  const left: ReadonlyArray<string> = without
  const isLeftOut = (name: string) => left.includes(name) || left.includes(needs[name] ?? name)
  const eventTypes = eventTypesOf(others)
  const parts = joinModules<Follower>([
    ...coreModules.filter(({ name }) => !isLeftOut(name)),
    ...(others.some(({ paymentFollowers }) => paymentFollowers.length > 0)
      ? [followingModule(others)]
      : []),
    ...others
  ])
  const eventful = new Map(eventRoutes(eventTypes).map((route) => [route.name, route]))
  return { ...parts, routes: parts.routes.map((route) => eventful.get(route.name) ?? route) }
}

/** Returns the event types of modules, always the same list for the same modules. */
export const eventTypesOf = (others: ReadonlyArray<Module>): ReadonlyArray<string> => {
  const types = known.get(others) ?? others.flatMap(({ events }) => Object.keys(events))
  known.set(others, types)
  return types
}

const known = new WeakMap<object, ReadonlyArray<string>>()
