import type { Read } from "../../Room.ts"
import type { RoutingView } from "./RoutingViews.ts"

const dayMs = 86_400_000

/** The merchant accounts, each with its health, and the rules in their order. */
export const readRouting: Read = {
  path: "/routing",
  run: async ({ merchant: { routing, reporting }, now }): Promise<RoutingView> => {
    const [mids, health, rules, figures] = await Promise.all([
      routing.listMids(),
      routing.health(),
      routing.rules(),
      reporting.figures({ from: now - dayMs, to: now, by: "hour" })
    ])
    const healthy = new Map<string, boolean>(health.map((one) => [one.mid, one.healthy]))
    return {
      accounts: mids.map(({ credentials: _, ...mid }) => ({
        ...mid,
        healthy: healthy.get(mid.id) ?? true,
        figures: figures.total.accounts.find((account) => account.mid === mid.id) ?? null
      })),
      rules
    }
  }
}
