import { Refused } from "../../frame/refusals.ts"
import type { Room } from "../../Room.ts"
import { accountNames } from "../payments/readPayments.ts"
import { type HomeView, homeRanges } from "./HomeView.ts"

const dayMs = 86_400_000

/** The first page: figures, and what needs somebody. Days are in UTC. */
export const homeRoom: Room = {
  reads: [
    {
      path: "/home",
      run: async ({ merchant, query, now }): Promise<HomeView> => {
        const days = Number(query.get("days") ?? "7")
        if (!(homeRanges as ReadonlyArray<number>).includes(days)) {
          throw new Refused(400, "filter_invalid", "The range must be 1, 7, 30 or 90 days.")
        }
        const today = Math.floor(now / dayMs) * dayMs
        const [from, to] = [today - (days - 1) * dayMs, today + dayMs]
        const { reporting } = merchant
        const [figures, attention, lag, accounts] = await Promise.all([
          reporting.figures({ from, to, by: days === 1 ? "hour" : "day" }),
          reporting.attention(),
          reporting.lag(),
          accountNames(merchant)
        ])
        const periods = figures.periods.map(({ start, volume }) => ({ start, volume }))
        return { figures: { ...figures, periods }, attention, lag, accounts }
      }
    }
  ],
  acts: []
}
