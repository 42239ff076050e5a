import { Crumb } from "../../parts/Crumb.tsx"
import { PayoutPage } from "./PayoutPage.tsx"
import { ReportPage } from "./ReportPage.tsx"
import { StatementPage } from "./StatementPage.tsx"

const payout = "payout:"

/** A page below the ledger: a payout, a settlement report, or the statement of an account. */
export const LedgerItemPage = ({ id }: { id: string }) => (
  <>
    <Crumb to="/ledger">Ledger</Crumb>
    {id === "report" ? (
      <ReportPage />
    ) : id.startsWith(payout) ? (
      <PayoutPage id={id.slice(payout.length)} />
    ) : (
      <StatementPage account={id} />
    )}
  </>
)
