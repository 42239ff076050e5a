import type { PayoutView } from "../../../rooms/ledger/LedgerViews.ts"
import type { Wire } from "../../../Wire.ts"
import { money } from "../../format/money.ts"
import { count } from "../../format/words.ts"
import { Link } from "../../frame/router.tsx"
import { useData } from "../../frame/useData.ts"
import { Rows } from "../../parts/Rows.tsx"
import { Empty, Failure, Loading } from "../../parts/States.tsx"
import { Text } from "../../parts/Text.tsx"
import { KindLink } from "./KindLink.tsx"

type View = Wire<PayoutView>
type Total = View["totals"][number]

/** The page of a payout: how much it was, what the fees were, and which payments are in it. */
export const PayoutPage = ({ id }: { id: string }) => {
  const { data, error, reload } = useData<View>(`/ledger/payouts/${encodeURIComponent(id)}`)
  return (
    <>
      <div class="head">
        <h1>
          Payout <Text>{id}</Text>
        </h1>
      </div>
      {error === null ? null : <Failure error={error} retry={reload} />}
      {data === null ? (
        error === null ? (
          <Loading />
        ) : null
      ) : data.totals.length === 0 ? (
        <NotBooked />
      ) : (
        <Loaded view={data} />
      )}
    </>
  )
}

const NotBooked = () => (
  <Empty title="No booked settlement report names this payout">
    <p>
      Its payments are still owed by the provider.{" "}
      <Link to="/ledger/report">Compare the report</Link> of the payout, and book it.
    </p>
  </Empty>
)

const Loaded = ({ view }: { view: View }) => (
  <>
    {view.isWhole ? null : (
      <p class="notice">This payout is long. Only its first part is added up here.</p>
    )}
    {view.totals.map((total) => (
      <Sum key={`${total.mid} ${total.currency}`} total={total} accounts={view.accounts} />
    ))}
    <div class="card">
      <Rows
        rows={view.lines}
        columns={[
          {
            head: "What",
            cell: ({ kind, payment }) => <KindLink kind={kind} payment={payment} />
          },
          { head: "Gross", class: "number", cell: (line) => money(line.gross, line.currency) },
          { head: "Fee", class: "number wide", cell: (line) => money(line.fee, line.currency) },
          { head: "Cash", class: "number", cell: (line) => money(line.cash, line.currency) }
        ]}
      />
    </div>
  </>
)

const Sum = ({ total, accounts }: { total: Total; accounts: View["accounts"] }) => {
  const { mid, currency, rows, gross, fees, cash } = total
  const name = accounts.find(({ id }) => id === mid)?.name ?? mid
  const settled = encodeURIComponent(`settled_cash:${mid}`)
  return (
    <section class="card">
      <h2>
        <Text>{name}</Text>
      </h2>
      <dl class="numbers">
        <div>
          <dt>Paid out</dt>
          <dd>{money(cash, currency)}</dd>
        </div>
        <div>
          <dt>Before fees</dt>
          <dd>{money(gross, currency)}</dd>
        </div>
        <div>
          <dt>Fees</dt>
          <dd>{money(fees, currency)}</dd>
        </div>
      </dl>
      <p class="soft">
        {count(rows, "row")} of the report. The money is on the account{" "}
        <Link to={`/ledger/${settled}`}>Settled cash</Link> of <Text>{name}</Text>.
      </p>
    </section>
  )
}
