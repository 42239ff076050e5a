import { useEffect, useState } from "preact/hooks"
import {
  type ReportForm as FormName,
  type LedgerView,
  reportForms
} from "../../../rooms/ledger/LedgerViews.ts"
import type { Wire } from "../../../Wire.ts"
import { Input, Select } from "../../parts/Fields.tsx"

/** A report as the server takes it. */
export interface GivenReport {
  readonly mid: string
  readonly input: {
    readonly file: string
    readonly form: FormName
    readonly timeZone: string
    readonly from: number
    readonly to: number
  }
}

interface ReportFormProps {
  readonly accounts: Wire<LedgerView>["accounts"]
  readonly isBusy: boolean
  readonly onChange: () => void
  readonly onCompare: (report: GivenReport) => void
}

const mostBytes = 7 * 2 ** 20

/** The form of a settlement report: the account, the period and the file. */
export const ReportForm = ({ accounts, isBusy, onChange, onCompare }: ReportFormProps) => {
  const [mid, setMid] = useState(accounts[0]?.id ?? "")
  const [form, setForm] = useState<FormName>("stripe_payouts")
  const [timeZone, setTimeZone] = useState("UTC")
  const [from, setFrom] = useState("")
  const [to, setTo] = useState("")
  const [file, setFile] = useState<File | null>(null)
  const start = new Date(`${from}T00:00`).getTime()
  const end = new Date(`${to}T23:59:59.999`).getTime()
  const complaint = file !== null && file.size > mostBytes ? tooLarge : null
  const isReady = mid !== "" && start <= end && file !== null && complaint === null && !isBusy
  const submit = (event: Event) => {
    event.preventDefault()
    if (!isReady || file === null) return
    void file.text().then((text) => {
      onCompare({ mid, input: { file: text, form, timeZone, from: start, to: end } })
    })
  }
  // A result belongs to the report that was compared.
  useEffect(onChange, [mid, form, timeZone, from, to, file])
  return (
    <form class="card form" onSubmit={submit}>
      <p class="soft">
        The report is compared with the books. Nothing is booked before you say so.
      </p>
      <div class="pair">
        <Select
          label="Account"
          value={mid}
          choices={accounts.map(({ id, name }) => [id, name] as const)}
          onChange={setMid}
        />
        <Select
          label="Form of the report"
          value={form}
          choices={reportForms.map((name) => [name, formNames[name]] as const)}
          onChange={(value) => setForm(value as FormName)}
        />
        <Input label="First day" type="date" value={from} onInput={setFrom} />
        <Input label="Last day" type="date" value={to} onInput={setTo} />
        <Input label="Time zone of the report" value={timeZone} onInput={setTimeZone} />
        <FileField onFile={setFile} />
      </div>
      {form === "plain" ? <PlainColumns /> : null}
      {complaint === null ? null : (
        <p class="complaint" role="alert">
          {complaint}
        </p>
      )}
      <div class="buttons end">
        <button type="submit" class="main" disabled={!isReady}>
          Compare
        </button>
      </div>
    </form>
  )
}

const FileField = ({ onFile }: { onFile: (file: File | null) => void }) => (
  <label class="field">
    <span>File</span>
    <input
      type="file"
      accept=".csv,text/csv,text/plain"
      onChange={({ currentTarget }) => onFile(currentTarget.files?.[0] ?? null)}
    />
  </label>
)

const PlainColumns = () => (
  <p class="soft">
    Columns: <code>reference</code>, <code>kind</code>, <code>gross</code>, <code>fee</code>,{" "}
    <code>currency</code>, and if known <code>settlement</code> and <code>settled_at</code>. Amounts
    are such as 12.50.
  </p>
)

const tooLarge =
  "The file is larger than 7 MB. Take the reports of fewer days, or call ledger.reconcile."

const formNames: Readonly<Record<FormName, string>> = {
  stripe_payouts: "Stripe: payout reconciliation, itemized",
  stripe_balance: "Stripe: balance change from activity, itemized",
  adyen: "Adyen: settlement details",
  paypal: "PayPal: settlement report (STL)",
  plain: "Plain CSV"
}
