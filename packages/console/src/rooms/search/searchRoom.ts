import type { Room } from "../../Room.ts"
import type { Hit } from "../../reporting/Reporting.ts"
import { reportingOf } from "../../reporting/reportingOf.ts"
import type { SearchAnswer, SearchHit } from "./SearchHit.ts"

const mostHits = 12

/** The search field of the frame. */
export const searchRoom: Room = {
  reads: [
    {
      path: "/search",
      run: async ({ merchant, query }): Promise<SearchAnswer> => {
        const text = (query.get("text") ?? "").trim().slice(0, 255)
        if (text === "") return { hits: [] }
        const { data } = await reportingOf(merchant).search(text, { limit: mostHits })
        return { hits: data.flatMap((hit) => hitView(hit)) }
      }
    }
  ],
  acts: []
}

/** The fields that a hit may have, whatever it is. */
type Facts = Hit & {
  readonly payment?: unknown
  readonly customer?: unknown
  readonly name?: unknown
  readonly email?: unknown
  readonly status?: unknown
  readonly amount?: unknown
  readonly currency?: unknown
  readonly last4?: unknown
}

/** Returns a hit with the page that shows it. A hit that no page shows yet is left out. */
const hitView = (hit: Facts): ReadonlyArray<SearchHit> => {
  const { object, id } = hit
  const kind = object.charAt(0).toUpperCase() + object.slice(1).replaceAll("_", " ")
  const detail = [hit.status, hit.email].filter((fact) => typeof fact === "string").join(" · ")
  const shown = { kind, title: titleOf(hit), detail: detail === "" ? null : detail }
  if (object === "payment") return [{ ...shown, to: `/payments/${id}` }]
  if (object === "customer") return [{ ...shown, to: `/payments?customer=${id}` }]
  if (typeof hit.payment === "string") return [{ ...shown, to: `/payments/${hit.payment}` }]
  if (typeof hit.customer === "string") {
    return [{ ...shown, to: `/payments?customer=${hit.customer}` }]
  }
  return []
}

const titleOf = ({ object, id, name }: Facts): string =>
  object === "customer" && typeof name === "string" ? name : id
