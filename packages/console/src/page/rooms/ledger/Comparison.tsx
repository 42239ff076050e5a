import type { ComponentChildren } from "preact"
import type { ComparisonView } from "../../../rooms/ledger/LedgerViews.ts"
import type { Wire } from "../../../Wire.ts"
import { money } from "../../format/money.ts"
import { count, words } from "../../format/words.ts"
import { Link } from "../../frame/router.tsx"
import { Text } from "../../parts/Text.tsx"
import { KindLink } from "./KindLink.tsx"

type View = Wire<ComparisonView>
type Named = View["amountDiffers"]["rows"][number]

interface ComparisonProps {
  readonly comparison: View
  /** Asks to book the rows. Null if there is nothing to book, or if the person may not. */
  readonly onBook: (() => void) | null
}

/** The rows that agree with the books, and those that differ. */
export const Comparison = ({ comparison, onBook }: ComparisonProps) => {
  const { rows, matched, fresh, leftOut, payouts } = comparison
  return (
    <div aria-live="polite">
      <section class="card">
        <h2>
          {matched.count} of {count(rows, "row")} agree with the books
        </h2>
        <p>
          {fresh === 0
            ? "All of them are booked."
            : `${count(fresh, "row")} can be booked as settled cash and fees.`}{" "}
          {leftOut === 0
            ? null
            : `${count(leftOut, "line")} of the file belong to no payment, such as payouts.`}
        </p>
        {payouts.length === 0 ? null : (
          <p class="soft">
            Payouts:{" "}
            {payouts.map((payout) => (
              <span key={payout}>
                <Link to={`/ledger/${encodeURIComponent(`payout:${payout}`)}`}>{payout}</Link>{" "}
              </span>
            ))}
          </p>
        )}
        {onBook === null ? null : (
          <div class="buttons end">
            <button type="button" class="main" onClick={onBook}>
              Book {count(fresh, "row")}…
            </button>
          </div>
        )}
      </section>
      <Differences comparison={comparison} />
    </div>
  )
}

const Differences = ({ comparison }: { comparison: View }) => {
  const { amountDiffers, currencyDiffers, duplicates, unknown, missing } = comparison
  return (
    <>
      <Rows
        title="The amount differs"
        advice="Compare the payment with the provider's page. Nothing is booked for these rows."
        list={amountDiffers}
        row={namedRow}
      />
      <Rows
        title="The currency differs"
        advice="The provider converted the amount. Nothing is booked for these rows."
        list={currencyDiffers}
        row={namedRow}
      />
      <Rows
        title="Settled before"
        advice="Another row or another report has settled these movements."
        list={duplicates}
        row={namedRow}
      />
      <Rows
        title="Not in the books"
        advice="Check that the account is the report's, and that the reference is right."
        list={unknown}
        row={({ reference, kind, gross, currency }) => (
          <>
            <td>
              <Text>{reference}</Text> <span class="soft">{words(kind)}</span>
            </td>
            <td class="number">{money(gross, currency)}</td>
            <td class="number">–</td>
          </>
        )}
      />
      <Rows
        title="Not in the report"
        advice="No report has settled these movements of the period. A later one may."
        list={missing}
        row={({ payment, kind, amount, currency }) => (
          <>
            <td>
              <KindLink kind={kind} payment={payment} />
            </td>
            <td class="number">–</td>
            <td class="number">{money(amount, currency)}</td>
          </>
        )}
      />
    </>
  )
}

const namedRow = ({ row, movement }: Named) => (
  <>
    <td>
      <KindLink kind={movement.kind} payment={movement.payment} />
    </td>
    <td class="number">{money(row.gross, row.currency)}</td>
    <td class="number">{money(movement.amount, movement.currency)}</td>
  </>
)

interface RowsProps<Row> {
  readonly title: string
  readonly advice: string
  readonly list: { readonly count: number; readonly rows: ReadonlyArray<Row> }
  readonly row: (row: Row) => ComponentChildren
}

const Rows = <Row,>({ title, advice, list, row }: RowsProps<Row>) =>
  list.count === 0 ? null : (
    <section class="card">
      <h2>
        {title}: {list.count}
      </h2>
      <p class="soft">{advice}</p>
      <table class="rows books">
        <thead>
          <tr>
            <th scope="col">What</th>
            <th scope="col" class="number">
              Report
            </th>
            <th scope="col" class="number">
              Books
            </th>
          </tr>
        </thead>
        <tbody>
          {list.rows.map((one, at) => (
            <tr key={at}>{row(one)}</tr>
          ))}
        </tbody>
      </table>
      {list.count > list.rows.length ? (
        <p class="soft">Only the first {list.rows.length} are listed.</p>
      ) : null}
    </section>
  )
