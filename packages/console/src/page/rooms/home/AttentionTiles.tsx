import type { HomeView } from "../../../rooms/home/HomeView.ts"
import type { Wire } from "../../../Wire.ts"
import { Link } from "../../frame/router.tsx"

type Attention = Wire<HomeView>["attention"]

interface Tile {
  readonly name: keyof Omit<Attention, "object">
  readonly label: string
  /** The path of the page that shows them. Null if no page does yet. */
  readonly to: string | null
}

const tiles: ReadonlyArray<Tile> = [
  { name: "alerts", label: "Alerts", to: "/alerts" },
  { name: "unknownAttempts", label: "Unknown outcomes", to: "/payments?status=processing" },
  { name: "disputesDue", label: "Disputes due", to: "/disputes" },
  { name: "deliveriesFailing", label: "Webhooks failing", to: "/webhooks?show=failing" },
  { name: "jobsLate", label: "Jobs late", to: "/jobs?show=late" },
  { name: "parkedEvents", label: "Events set aside", to: "/consumers" }
]

const most = 100

/** The numbers of things that need somebody. */
export const AttentionTiles = ({ attention }: { attention: Attention }) => (
  <section aria-label="What needs somebody">
    <ul class="tiles">
      {tiles.map(({ name, label, to }) => {
        const number = attention[name]
        const shown = number >= most ? `${most}+` : `${number}`
        return (
          <li key={name} data-calls={number > 0}>
            <span class="figure">{shown}</span>
            {to === null || number === 0 ? <span>{label}</span> : <Link to={to}>{label}</Link>}
          </li>
        )
      })}
    </ul>
  </section>
)
