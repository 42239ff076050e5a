import type { Mutation } from "./Mutation.ts"

const changes = "payments/captures-voids-refunds"
const effects = `${changes}/modificationEffects.ts`
const deciding = "payments/charges/decideAttempt.ts"
const postings = "ledger/postingsFor.ts"

/** Errors in captures, voids, refunds and disputes. */
export const changeMutations: ReadonlyArray<Mutation> = [
  {
    name: "A hold never expires.",
    file: deciding,
    at: "? [] : «holdScheduled(context, attempt, verdict.holdsUntil ?? null)»)",
    to: "[]",
    workload: "holds"
  },
  {
    name: "A hold is taken for a capture.",
    file: deciding,
    at: "const attempt = attemptAfter(rows.attempt.row, «verdict.captured» ?",
    to: "true",
    workload: "holds"
  },
  {
    name: "A refund is booked the wrong way round.",
    file: postings,
    at: 'case "refund":\n      return «{ debit: "refunds", credit: receivable, amount }»',
    to: '{ debit: receivable, credit: "refunds", amount }',
    workload: "refunds"
  },
  {
    name: "Small movements are not booked.",
    file: postings,
    at: "movement === undefined || «movement.amount === 0n»",
    to: "movement.amount < 500n",
    workload: "refunds"
  },
  {
    name: "A refund is not added to the refunded amount.",
    file: effects,
    at: "...withRefunded(taken.payment, «payment.amountRefunded + amount»)",
    to: "payment.amountRefunded",
    workload: "refunds"
  },
  {
    name: "A failed refund keeps its reservation.",
    file: effects,
    at: "amountReserved: «payment.row.amountReserved - amount»",
    to: "payment.row.amountReserved",
    workload: "refunds"
  },
  {
    name: "A reversed refund keeps its reservation.",
    file: effects,
    at: "amountReserved: «amountReserved - amount»",
    to: "amountReserved",
    workload: "refunds"
  },
  {
    name: "A reversed refund is not booked.",
    file: effects,
    at: 'movement: «"refund_reversal"»',
    to: "undefined",
    workload: "refunds"
  },
  {
    name: "A refund that succeeded has no event.",
    file: effects,
    at: 'events: [«"refund.succeeded"»',
    to: '"refund.pending"',
    workload: "refunds"
  },
  {
    name: "A capture that succeeded has no event.",
    file: effects,
    at: 'events: [],\n    paymentEvents: «["payment.captured"]»',
    to: "[]",
    workload: "holds"
  },
  {
    name: "A capture leaves the jobs of its hold.",
    file: effects,
    at: "endsHold: «rest === 0n»",
    to: "false",
    workload: "holds"
  },
  {
    name: "A capture takes the whole hold.",
    file: effects,
    at: "const amountCaptured = «payment.amountCaptured + amount»",
    to: "payment.amount",
    workload: "holds"
  },
  {
    name: "A void leaves the attempt authorized.",
    file: effects,
    at: 'attempt: «attemptAfter(attempt, "void", { settledAt: commit.now })»,\n        events: []',
    to: "undefined",
    workload: "holds"
  },
  {
    name: "A refund needs no headroom.",
    file: `${changes}/refundHeadroom.ts`,
    at: "return «left > 0n ? left : 0n»",
    to: "payment.amountCaptured",
    workload: "refunds"
  },
  {
    name: "Disputed money may be refunded.",
    file: `${changes}/refundHeadroom.ts`,
    at: "- payment.amountReserved - «payment.amountDisputed»",
    to: "0n",
    workload: "disputes"
  },
  {
    name: "A requested refund reserves nothing.",
    file: `${changes}/createRefund.ts`,
    at: "amountReserved: «payment.amountReserved + amount»",
    to: "payment.amountReserved",
    workload: "refunds"
  },
  {
    name: "A requested refund has no event.",
    file: `${changes}/requestModification.ts`,
    at: '«kind === "refund"» ? recordModificationEvent(commit, "refund.pending"',
    to: "false",
    workload: "refunds"
  },
  {
    name: "A refund that may have arrived is sent under another reference.",
    file: `${changes}/runModification.ts`,
    at: "reference: «id»,\n    charge: chargeOf",
    to: "id + Math.random()",
    workload: "refunds"
  },
  {
    name: "A change of money has no job.",
    file: `${changes}/newModification.ts`,
    at: 'scheduleJob(commit, "carry_out_modification", «row.id»',
    to: "commit.id('void')",
    workload: "refunds"
  },
  {
    name: "A decided change is not settled.",
    file: `${changes}/decideModification.ts`,
    at: "settledAt: «commit.now»,\n    ...(effects.taken",
    to: "null",
    workload: "refunds"
  },
  {
    name: "A decided change is not booked.",
    file: `${changes}/decideModification.ts`,
    at: "if («mid === null || kind === undefined») return []",
    to: "true",
    workload: "refunds"
  },
  {
    name: "A change that was carried out counts as failed.",
    file: `${changes}/decideModification.ts`,
    at: "return applied(commit, rows, «succeeded(commit, rows, verdict.holdsUntil)»",
    to: "failed(rows)",
    workload: "refunds"
  },
  {
    name: "A failed change counts as carried out.",
    file: `${changes}/decideModification.ts`,
    at: 'case "Failed":\n      return applied(commit, rows, «failed(rows)»',
    to: "succeeded(commit, rows, undefined)",
    workload: "refunds"
  },
  {
    name: "A returned capture is not booked.",
    file: `${changes}/captureReturned.ts`,
    at: '...postingsFor(\n      commit,\n      «movementOf(attempt.row, "capture_return", amount)»',
    to: "undefined",
    workload: "disputes"
  },
  {
    name: "A returned capture keeps its captured amount.",
    file: `${changes}/captureReturned.ts`,
    at: 'paymentAfter(before, "fail", { amountCaptured: «0n»',
    to: "before.amountCaptured",
    workload: "disputes"
  },
  {
    name: "A dispute does not hold the money.",
    file: "payments/disputes/disputeMoves.ts",
    at: '{ kind: "dispute_hold", amount: «wanted > held ? wanted - held : 0n» }',
    to: "0n",
    workload: "disputes"
  },
  {
    name: "A won dispute does not release the money.",
    file: "payments/disputes/disputeMoves.ts",
    at: '{ kind: "dispute_release", amount: «held > wanted ? held - wanted : 0n» }',
    to: "0n",
    workload: "disputes"
  },
  {
    name: "A lost dispute is not booked as a loss.",
    file: "payments/disputes/disputeMoves.ts",
    at: 'amount: «after.money === "lost" ? after.amount : 0n»',
    to: "0n",
    workload: "disputes"
  },
  {
    name: "A payment does not know its disputes.",
    file: "payments/disputes/disputeMoves.ts",
    at: "return { ...payment, amountDisputed, disputed: «amountDisputed > 0n» }",
    to: "false",
    workload: "disputes"
  },
  {
    name: "A new dispute has no event of its creation.",
    file: "payments/disputes/disputeMoves.ts",
    at: 'if (!isBegun) return [«"dispute.created"»',
    to: '"dispute.updated"',
    workload: "disputes"
  },
  {
    name: "A won dispute has no event of its end.",
    file: "payments/disputes/disputeMoves.ts",
    at: 'if (stage === "won") return «"dispute.won"»',
    to: "null",
    workload: "disputes"
  }
]
