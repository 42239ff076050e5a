import type { Room } from "../../Room.ts"
import type { SearchAnswer } from "./SearchHit.ts"

const mostHits = 12
const longestText = 500

/** The search field of the frame. */
export const searchRoom: Room = {
  reads: [
    {
      path: "/search",
      run: async ({ merchant, query }): Promise<SearchAnswer> => {
        const text = (query.get("text") ?? "").slice(0, longestText)
        return { hits: await merchant.reporting.search(text, { limit: mostHits }) }
      }
    }
  ],
  acts: []
}
