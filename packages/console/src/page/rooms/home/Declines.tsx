import type { HomeView } from "../../../rooms/home/HomeView.ts"
import type { Wire } from "../../../Wire.ts"
import { words } from "../../format/words.ts"
import { Link } from "../../frame/router.tsx"
import { Share } from "../../parts/Share.tsx"

const mostReasons = 8

/** The reasons of declines, the most frequent first. */
export const Declines = ({ figures }: Pick<Wire<HomeView>, "figures">) => {
  const declines = figures.total.declines
    .toSorted((one, other) => other.attempts - one.attempts)
    .slice(0, mostReasons)
  const most = declines[0]?.attempts ?? 1
  return (
    <section class="card">
      <h2>Declines by reason</h2>
      {declines.length === 0 ? <p class="soft">No decline in this time.</p> : null}
      <ul class="shares">
        {declines.map(({ code, attempts }) => (
          <li key={code}>
            <Link to={`/payments?declineCode=${encodeURIComponent(code)}`}>{words(code)}</Link>
            <span class="number">{attempts}</span>
            <Share part={attempts / most} tone="bad" />
          </li>
        ))}
      </ul>
    </section>
  )
}
