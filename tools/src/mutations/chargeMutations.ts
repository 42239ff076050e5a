import type { Mutation } from "./Mutation.ts"

const deciding = "payments/charges/decideAttempt.ts"
const starting = "payments/charges/startCharge.ts"
const postings = "ledger/postingsFor.ts"

/** Errors in charges and in the ledger. */
export const chargeMutations: ReadonlyArray<Mutation> = [
  {
    name: "An unknown charge goes on to the next account.",
    file: "payments/charges/toVerdict.ts",
    at: 'case "Unknown":\n      return «lostBecause(outcome.reason)»',
    to: "notProcessed(false, outcome.reason)",
    workload: "charges"
  },
  {
    name: "An unknown charge counts as never made.",
    file: "payments/charges/decideAttempt.ts",
    at: "return «keepUnknown(context, rows, verdict)»\n  }\n}",
    to: 'notProcessed(context, rows, { ...verdict, sent: true, reason: "lost" })',
    workload: "charges"
  },
  {
    name: "A charge is sent under another reference than its attempt's.",
    file: "payments/charges/chargeRequest.ts",
    at: "reference: «attempt.id»",
    to: "attempt.id + Math.random()",
    workload: "charges"
  },
  {
    name: "A declined attempt is not settled.",
    file: deciding,
    at: "?? rows.attempt.row.providerReference,\n    settledAt: «commit.now»",
    to: "null",
    workload: "charges"
  },
  {
    name: "An approved attempt is not settled.",
    file: deciding,
    at: "reason: null,\n    settledAt: «commit.now»,\n    ...(verdict.checks",
    to: "null",
    workload: "charges"
  },
  {
    name: "The next attempt is not in the payment's list.",
    file: deciding,
    at: "attempts: «rows.payment.row.attempts.concat(nextAttempt.id)»",
    to: "rows.payment.row.attempts",
    workload: "charges"
  },
  {
    name: "The next attempt has no job.",
    file: deciding,
    at: "update(PaymentCollection, rows.payment, payment),\n      ...«removeJob(rows.job)»",
    to: "[]",
    workload: "charges"
  },
  {
    name: "An approved payment has one unit less captured.",
    file: deciding,
    at: "amountCaptured: «before.amount», decline: null })\n    : paymentAfter",
    to: "before.amount - 1n",
    workload: "charges"
  },
  {
    name: "An approval is not booked in the ledger.",
    file: deciding,
    at: "movements: «verdict.captured»\n",
    to: "false",
    workload: "charges"
  },
  {
    name: "The job of an approved attempt is left.",
    file: deciding,
    at: "changes: [\n      ...«removeJob(rows.job)»,\n      ...agreementStarted",
    to: "[]",
    workload: "charges"
  },
  {
    name: "The job of a declined attempt is left.",
    file: deciding,
    at: '"decline", { decline }), {\n        changes: «removeJob(rows.job)»',
    to: "[]",
    workload: "charges"
  },
  {
    name: "A declined payment is failed without a decline.",
    file: deciding,
    at: 'paymentAfter(rows.payment.row, "decline", «{ decline }»), {\n        changes',
    to: "{ decline: null }",
    workload: "charges"
  },
  {
    name: "A charge has no recovery job.",
    file: starting,
    at: "insert(scope, AttemptCollection, attempt),\n      «insertJob(job)»",
    to: "insertJob({ ...job, row: { ...job.row, subject: job.row.id } })",
    workload: "charges"
  },
  {
    name: "An attempt that was never sent counts as charged by another MID.",
    file: "payments/charges/decision.ts",
    at: "payment: attempt.payment,\n        mid: «attempt.mid»",
    to: '"mid_00000000000000000000000000"',
    workload: "charges"
  },
  {
    name: "A payment's transition has no event.",
    file: "payments/charges/decision.ts",
    at: "...«recordTransition(telling, rows.payment.row, after)»",
    to: "[]",
    workload: "charges"
  },
  {
    name: "The answer of a charge is not stored.",
    file: "payments/charges/decision.ts",
    at: "...«completeRecord(rows.record, paymentBody(payment))»",
    to: "[]",
    workload: "charges"
  },
  {
    name: "The stored answer is another than the given one.",
    file: "platform/idempotency/claimKey.ts",
    at: "{ ...open.row, answer: «body» }",
    to: "body.replace('EUR', 'USD')",
    workload: "charges"
  },
  {
    name: "A late charge is ignored.",
    file: "payments/charges/lateApproval.ts",
    at: 'const isGivenUp = «status === "failed" || status === "declined"»',
    to: "false",
    workload: "lateCharges"
  },
  {
    name: "A late charge is given back in part.",
    file: "payments/charges/lateApproval.ts",
    at: "amount: «authorizedAmount(attempt)»,\n    // The accounts",
    to: "authorizedAmount(attempt) - 1n",
    workload: "lateCharges"
  },
  {
    name: "A late charge is not booked.",
    file: "payments/charges/lateApproval.ts",
    at: '«movementOf(attempt, "late_charge")»',
    to: "undefined",
    workload: "lateCharges"
  },
  {
    name: "Another amount than requested is booked as if it were right.",
    file: "payments/charges/toVerdict.ts",
    at: "if («(amount !== facts.amount && !isPart) || answer.currency !== facts.currency») return",
    to: "false",
    workload: "lateCharges"
  },
  {
    name: "A capture is credited to refunds.",
    file: postings,
    at: 'return { debit: receivable, credit: «"merchant_payable"», amount }',
    to: '"refunds"',
    workload: "charges"
  },
  {
    name: "A group has another currency than its payment.",
    file: postings,
    at: "currency: «movement.currency»",
    to: '"USD"',
    workload: "charges"
  },
  {
    name: "A group does not balance.",
    file: "ledger/LedgerGroup.ts",
    at: "{ account: credit, amount: «-amount» }",
    to: "1n - amount",
    workload: "charges"
  },
  {
    name: "The kept balances miss the credits.",
    file: "ledger/ledgerSums.ts",
    at: 'summands.push({ key: keys[nth] ?? "", place: places[nth] ?? "", «amount» })',
    to: "amount: amount > 0n ? amount : 0n",
    workload: "charges"
  }
]
