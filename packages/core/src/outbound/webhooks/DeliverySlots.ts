import { Context, Layer, Semaphore } from "effect"
import type { ClaimQuery } from "../../platform/storage/Storage.ts"

/**
 * The most deliveries in flight to an endpoint that accepted the last one, and to any other
 * endpoint.
 */
const slotsPerEndpoint = { taking: 8, others: 1 }

/** The most deliveries in flight in all. One to each endpoint is always allowed. */
const maxActiveTotal = 64

/** The most of them for the endpoints of one tenant. */
const maxActivePerTenant = 32

/** The most endpoints that are remembered without a delivery in flight. */
const mostIdle = 1000

/** The state of an endpoint in this process. */
interface EndpointState {
  readonly tenant: string
  active: number
  /** True if it accepted the last delivery. */
  isTaking: boolean
}

/** The limits of a claim from the queues of endpoints. */
type ClaimRequest = Required<Pick<ClaimQuery, "kinds" | "perKind" | "limit" | "perTenant">>

/**
 * The slots of deliveries in flight in this process. An endpoint that hangs holds one slot, so that
 * others have slots of their own. An endpoint without an accepted delivery also has one slot.
 */
export class DeliverySlots extends Context.Service<
  DeliverySlots,
  {
    /** Returns how many deliveries may be claimed, and from which queues. */
    readonly claimable: (kinds: ReadonlyArray<string>) => ClaimRequest
    /** Counts a delivery that begins. */
    readonly begin: (kind: string, tenant: string) => void
    /**
     * Counts the end of a delivery. `isTaken` is true if the endpoint accepted it, and null if
     * nothing was sent.
     */
    readonly end: (kind: string, isTaken: boolean | null) => void
    /** Returns true if nothing is in flight to an endpoint. */
    readonly isIdle: (kind: string) => boolean
    /** Makes claims run one after another, so that each sees the free slots. */
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
    /** Returns the free slots of each tenant, without one slot for each of its idle endpoints. */
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
      claimable: (wanted) => {
        const free = Math.max(maxActiveTotal - activeTotal, 0)
        const idle = wanted.filter(isIdle)
        const left = leftOf(idle)
        // One delivery is always allowed. The next claim takes more of them.
        const perKindSlots = new Map(idle.map((kind) => [kind, 1]))
        for (const kind of wanted) {
          const endpoint = endpoints.get(kind)
          if (endpoint === undefined || endpoint.active === 0) continue
          const own = endpoint.isTaking ? slotsPerEndpoint.taking : slotsPerEndpoint.others
          const ofTenant = left.get(endpoint.tenant) ?? 0
          const claimable = Math.min(own - endpoint.active, ofTenant, free)
          if (claimable <= 0) continue
          perKindSlots.set(kind, claimable)
          left.set(endpoint.tenant, ofTenant - claimable)
        }
        const limit = free + idle.length
        const perKind = Object.fromEntries(perKindSlots)
        return { kinds: [...perKindSlots.keys()], perKind, limit, perTenant: limit }
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
