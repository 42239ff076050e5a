import { useState } from "preact/hooks"
import type { ComparisonView, LedgerView } from "../../../rooms/ledger/LedgerViews.ts"
import type { Wire } from "../../../Wire.ts"
import { isolated } from "../../format/isolated.ts"
import { count } from "../../format/words.ts"
import { act, Failed, newKey } from "../../frame/api.ts"
import { useMay } from "../../frame/Me.ts"
import { usePlace } from "../../frame/router.tsx"
import { useData } from "../../frame/useData.ts"
import { ActForm } from "../../parts/ActForm.tsx"
import { Failure, Loading } from "../../parts/States.tsx"
import { Comparison } from "./Comparison.tsx"
import { ReportForm as Form, type GivenReport } from "./ReportForm.tsx"

type View = Wire<LedgerView>
type Compared = Wire<ComparisonView>

/** A report that was compared, with the input that books it. */
interface Found {
  readonly report: GivenReport
  readonly comparison: Compared
}

/** The page that compares a settlement report with the books, and then books it. */
export const ReportPage = () => {
  const place = usePlace()
  const mayBook = useMay("operator")
  const { data, error, reload } = useData<View>("/ledger?days=7")
  const [found, setFound] = useState<Found | null>(null)
  const [failed, setFailed] = useState<Failed | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [isBooking, setBooking] = useState(false)
  const forget = () => {
    setFound(null)
    setFailed(null)
  }
  const compare = (report: GivenReport) => {
    setBusy(true)
    const body = { subject: report.mid, input: report.input, idempotencyKey: newKey() }
    act<Compared>(place, "ledger.compare", body).then(
      (comparison) => {
        setFound({ report, comparison })
        setFailed(null)
        setBusy(false)
      },
      (refused: unknown) => {
        setFound(null)
        setFailed(refused instanceof Failed ? refused : new Failed(0, String(refused)))
        setBusy(false)
      }
    )
  }
  return (
    <>
      <h1 class="top-title">Settlement report</h1>
      {error === null ? null : <Failure error={error} retry={reload} />}
      {data === null ? (
        error === null ? (
          <Loading />
        ) : null
      ) : (
        <Form accounts={data.accounts} isBusy={isBusy} onChange={forget} onCompare={compare} />
      )}
      {failed === null ? null : <Failure error={failed} />}
      {found === null ? null : (
        <Comparison
          comparison={found.comparison}
          onBook={mayBook && found.comparison.fresh > 0 ? () => setBooking(true) : null}
        />
      )}
      {isBooking && found !== null && data !== null ? (
        <ActForm<Compared>
          title="Book this report"
          name="ledger.reconcile"
          subject={found.report.mid}
          input={found.report.input}
          preview={bookingInWords(found, data)}
          button="Book"
          done="The report is booked."
          onClose={() => setBooking(false)}
          onDone={(comparison) => {
            setBooking(false)
            setFound({ ...found, comparison: { ...comparison, fresh: 0 } })
          }}
        />
      ) : null}
    </>
  )
}

const nameOf = ({ accounts }: View, mid: string): string =>
  accounts.find(({ id }) => id === mid)?.name ?? mid

const bookingInWords = ({ comparison, report }: Found, view: View): string => {
  const name = nameOf(view, report.mid)
  const { fresh, amountDiffers, currencyDiffers, duplicates, unknown } = comparison
  const rest = [amountDiffers, currencyDiffers, duplicates, unknown].reduce(
    (sum, { count: rows }) => sum + rows,
    0
  )
  return (
    `Books ${count(fresh, "row")} as settled cash and fees of “${isolated(name)}”. ` +
    (rest === 0
      ? "No row differs."
      : `${count(rest, "row")} differ, and nothing is booked for them.`)
  )
}
