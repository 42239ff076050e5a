import { Context, Layer, Semaphore } from "effect"
import type { ClaimQuery } from "../../platform/storage/Storage.ts"

/** How many deliveries are under way to an endpoint that took the last one, and to any other. */
const slotsPerEndpoint = { taking: 8, others: 1 }

/** How many are under way in all; one to each endpoint always may be. */
const maxActiveTotal = 64

/** How many of them are for the endpoints of one tenant. */
const maxActivePerTenant = 32

/** What is known of so many endpoints while nothing is under way to them. */
const mostIdle = 1000

/** What this process knows of an endpoint that it delivers to. */
interface EndpointState {
  readonly tenant: string
  active: number
  /** Whether it took what it was sent last. */
  isTaking: boolean
}

/** What a claim may take from the queues of endpoints. */
type ClaimRequest = Required<Pick<ClaimQuery, "kinds" | "perKind" | "limit" | "perTenant">>

/**
 * The places that deliveries take, of all who deliver in this process. An endpoint that hangs holds
 * one, so that others have places of their own. One that has not been sent anything yet has one as
 * well, until it has taken that.
 */
export class DeliverySlots extends Context.Service<
  DeliverySlots,
  {
    /** How many more may be claimed, of which kinds. */
    readonly room: (kinds: ReadonlyArray<string>) => ClaimRequest
    /** Counts a delivery that begins. */
    readonly begin: (kind: string, tenant: string) => void
    /** Counts its end: whether the endpoint took it, or null if nothing was sent. */
    readonly end: (kind: string, isTaken: boolean | null) => void
    /** Is true if nothing is under way to an endpoint. */
    readonly isIdle: (kind: string) => boolean
    /** Lets one claim after the other see what room there is. */
    readonly inTurn: Semaphore.Semaphore["withPermit"]
  }
>()("@payloom/core/outbound/webhooks/DeliverySlots") {
  static readonly layer = Layer.sync(DeliverySlots, () => {
    const endpoints = new Map<string, EndpointState>()
    const ofTenants = new Map<string, number>()
    let activeTotal = 0
    const count = (endpoint: EndpointState, by: 1 | -1): void => {
      endpoint.active += by
      activeTotal += by
      ofTenants.set(endpoint.tenant, (ofTenants.get(endpoint.tenant) ?? 0) + by)
    }
    const forgetIdle = (): void => {
      for (const [kind, { active }] of endpoints) {
        if (endpoints.size <= mostIdle) return
        if (active === 0) endpoints.delete(kind)
      }
    }
    const isIdle = (kind: string) => (endpoints.get(kind)?.active ?? 0) === 0
    /** How many places each tenant has left, beside one for each of its endpoints without any. */
    const leftOf = (idle: ReadonlyArray<string>) => {
      const left = new Map<string, number>()
      for (const [tenant, active] of ofTenants) left.set(tenant, maxActivePerTenant - active)
      for (const kind of idle) {
        const { tenant } = endpoints.get(kind) ?? {}
        if (tenant !== undefined) left.set(tenant, (left.get(tenant) ?? maxActivePerTenant) - 1)
      }
      return left
    }
    const { withPermit } = Semaphore.makeUnsafe(1)
    return {
      room: (asked) => {
        const free = Math.max(maxActiveTotal - activeTotal, 0)
        const idle = asked.filter(isIdle)
        const left = leftOf(idle)
        // One always may be. More are for the next claim, if there are more.
        const rooms = new Map(idle.map((kind) => [kind, 1]))
        for (const kind of asked) {
          const endpoint = endpoints.get(kind)
          if (endpoint === undefined || endpoint.active === 0) continue
          const own = endpoint.isTaking ? slotsPerEndpoint.taking : slotsPerEndpoint.others
          const ofTenant = left.get(endpoint.tenant) ?? 0
          const room = Math.min(own - endpoint.active, ofTenant, free)
          if (room <= 0) continue
          rooms.set(kind, room)
          left.set(endpoint.tenant, ofTenant - room)
        }
        const limit = free + idle.length
        const perKind = Object.fromEntries(rooms)
        return { kinds: [...rooms.keys()], perKind, limit, perTenant: limit }
      },
      begin: (kind, tenant) => {
        const endpoint = endpoints.get(kind) ?? { tenant, active: 0, isTaking: false }
        endpoints.set(kind, endpoint)
        count(endpoint, 1)
      },
      end: (kind, isTaken) => {
        const endpoint = endpoints.get(kind)
        if (endpoint === undefined) return
        count(endpoint, -1)
        if (isTaken !== null) endpoint.isTaking = isTaken
        if (ofTenants.get(endpoint.tenant) === 0) ofTenants.delete(endpoint.tenant)
        forgetIdle()
      },
      isIdle,
      inTurn: withPermit
    }
  })
}
