import type { ReconciledAccount, ReconcileReport } from "@payloom/core"
import { timeText } from "../../output/format.ts"

/** The providers whose settlement reports are read without a mapping of one's own. */
const formOf: Readonly<Record<string, string>> = {
  adyen: "adyen_settlement",
  "prism-adyen": "adyen_settlement",
  stripe: "stripe_balance",
  "prism-stripe": "stripe_balance",
  "prism-paypal": "paypal_settlement"
}

/** The place where a provider shows charges with our references, for those that list none. */
const shownIn: Readonly<Record<string, string>> = {
  adyen: "the Received payment details report of its Customer Area",
  "prism-adyen": "the Received payment details report of its Customer Area"
}

/** Returns what a person has to do after a reconciliation, as sentences in their order. */
export const stepsOf = (report: ReconcileReport): ReadonlyArray<string> => {
  const unlisted = report.accounts.filter(
    ({ isListed, problems }) => !isListed && !isAbsent(problems)
  )
  const isHeld = !report.isReleased
  const rest = report.left > unlisted.length
  return [
    ...unlisted.flatMap((account) => stepsAt(account, report)),
    ...(unlisted.length > 0 && report.renewalsDue > 0
      ? [
          "Cancel or move forward the subscriptions whose cycles such a charge has paid: " +
            "otherwise they are charged again when engines start."
        ]
      : []),
    ...(rest ? ["Do what the tables and the lines above say, and run the command again."] : []),
    ...(isHeld && report.left + unlisted.length > 0
      ? ["Then release the store: the same command with --accept-rest, and without --report."]
      : [])
  ]
}

/** A provider that is missing in the setup has to be added, and then it may list its charges. */
const isAbsent = (problems: ReadonlyArray<string>): boolean =>
  problems.some((problem) => problem.endsWith("is not in the setup."))

const stepsAt = (
  { scope, mid, provider }: ReconciledAccount,
  { since }: ReconcileReport
): ReadonlyArray<string> => {
  const place = shownIn[provider] ?? "its dashboard"
  const form = formOf[provider]
  const columns = form === undefined ? "--mapping FILE" : `--form ${form}`
  const account = `--tenant ${scope.tenant} --mode ${scope.mode}`
  return [
    `${provider} ${mid} could not be asked for all its charges. Look for charges since ` +
      `${timeText(since)} UTC in ${place}: our reference of each begins with attempt_.`,
    "After the release, compare its next settlement report. A row that does not match is a " +
      `charge that the books lack: payloom ledger reconcile FILE --mid ${mid} ${columns} ${account}`
  ]
}
