import type { HomeView } from "../../../rooms/home/HomeView.ts"
import type { Wire } from "../../../Wire.ts"
import { Share } from "../../parts/Share.tsx"
import { Text } from "../../parts/Text.tsx"

type View = Wire<HomeView>

const percent = new Intl.NumberFormat(undefined, { style: "percent", maximumFractionDigits: 1 })

/** The share of approved attempts of each account. */
export const Accounts = ({ figures, accounts }: Pick<View, "figures" | "accounts">) => (
  <section class="card">
    <h2>Approved by account</h2>
    {figures.total.accounts.length === 0 ? <p class="soft">No attempt in this time.</p> : null}
    <ul class="shares">
      {figures.total.accounts.map(({ mid, approved, declined, approvalRate }) => (
        <li key={mid ?? ""}>
          <Text>{accounts.find(({ id }) => id === mid)?.name ?? mid ?? "No account"}</Text>
          <span class="number">
            {approvalRate === null ? "–" : percent.format(approvalRate)}{" "}
            <span class="soft">
              {approved} of {approved + declined}
            </span>
          </span>
          <Share part={approvalRate ?? 0} tone="good" />
        </li>
      ))}
    </ul>
    <p class="soft small-text">Attempts that failed without a fault of the card are in no rate.</p>
  </section>
)
