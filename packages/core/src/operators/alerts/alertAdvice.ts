import type { AlertType } from "../../platform/events/AlertRecord.ts"

/** The advice on an alert, for the people who operate the engine. */
export interface AlertAdvice {
  /** The resource in the alert. */
  readonly about: string
  /** The event behind the alert. */
  readonly what: string
  /** Instructions for the operator. */
  readonly action: string
}

const inOneLine = (text: string): string => text.replaceAll(/\s+/g, " ")

/** Returns the advice on a type of alerts, in Markdown. The document of the alerts has it too. */
export const alertAdvice = (type: AlertType): AlertAdvice => {
  const { about, what, action } = advice[type]
  return { about: inOneLine(about), what: inOneLine(what), action: inOneLine(action) }
}

/** The advice on each alert. A new alert doesn't compile until its advice is here. */
const advice: Readonly<Record<AlertType, AlertAdvice>> = {
  "alert.account_refused": {
    about: "attempt, or capture, void or refund",
    what: `The provider refused the merchant account rather than the card: its key, a permission or
      a limit. Nothing was charged or moved. A charge continued on the next account, if there is
      one.
      A capture, void or refund is sent again at growing intervals.`,
    action: `Fix the account at the provider. The provider's message is in \`reason\` of
      \`payments.explain\`.`
  },
  "alert.notice_kept": {
    about: "provider_notice: its `kind`, its `obstacle`, its references and its amount",
    what: `A provider's notification can't be booked: its amount is impossible, its reference is
      unknown, or it refunds a payment that was never captured. It is kept for 90 days, and longer
      while refunds wait for it. If it may have come too early, it is retried by itself, and the
      alert is raised after an hour. While it says that money was paid out, refunds of its payment
      are refused.`,
    action: `Look at the provider's dashboard. Remove the obstacle and try the notification again,
      or dismiss it after you have dealt with it: in the console, or with \`notifications.replay\`
      and \`notifications.dismiss\`. Ignore it if a program of your own uses the same account.`
  },
  "alert.cycle_overdue": {
    about: "the billing cycle",
    what: "A billing cycle was not charged before its period was over. It is charged now.",
    action: "Check that a process runs jobs at all times, and that it keeps up with them."
  },
  "alert.job_failing": {
    about: "job: its `kind`, its `subject`, and the number of `failures` in a row",
    what: `A job failed six times in a row, which usually takes an hour. Its work is delayed. It is
      retried, finally once a day.`,
    action: "Read the reason in the log (`onLog`). The job's `subject` is the id of its row."
  },
  "alert.renewal_blocked": {
    about: "the billing cycle, whose `payment` is the latest charge",
    what: `For a day, each charge of a renewal failed for no fault of the card: no account could
      take it, or the provider had a fault. The subscription keeps its status, and its subscriber
      keeps access. The cycle is charged again every 12 hours.`,
    action: `Read the reason with \`payments.explain\`. Fix the account, the routing or the
      provider. The next charge follows by itself.`
  },
  "alert.webhook_disabled": {
    about: "webhook_endpoint: its `url`, and the reason in `disabled_reason`",
    what: `A webhook endpoint answered 410, or accepted no delivery for three days. It is disabled.
      Nothing is sent to it or added to its queue.`,
    action: `Fix the endpoint. Enable it with \`webhooks.update\`, which sends its queue. Send the
      events since then with \`webhooks.replay\`.`
  },
  "alert.event_set_aside": {
    about: "parked_event: its `consumer`, its `event`, and the handler's `error`",
    what: `The handler of a consumer in the process failed on an event ten times in four hours. The
      event is set aside, and later events of the same object are handed out.`,
    action: "Fix the handler, then hand the event out again with `payloom.events.replay`."
  },
  "alert.storage_lost": {
    about: "storage: its `file` or the name of its `database`, and the `reason`",
    what: `The database has lost data. \`deleted\`, \`replaced\` or \`truncated\`: a file of SQLite
      is no longer the file that this process opened, and commits of the second before may be lost.
      \`rewound\`: a PostgreSQL server lacks commits that this process has acknowledged, as after a
      failover to a standby that was behind. \`held\`: another process found that, or somebody
      restored the database. Every read and every commit is refused, and \`/health\` answers 503.
      This alert is not stored. Only the hook gets it, once per process, with the scope
      \`deployment\`.`,
    action: `Stop all processes that use the database. If a file was lost, restore the file and its
      \`-wal\` from a backup or from the place that it was moved to. Then reconcile with the
      providers by \`payloom reconcile --with-providers\`, and start again. A rewound database is
      held until that is done, so no process starts on it before.`
  },
  "alert.authorization_expiring": {
    about: "payment",
    what: "An authorisation will expire in a day, or sooner if its lifetime is short.",
    action: "Capture it, or let it expire."
  },
  "alert.outcome_unknown": {
    about: "attempt, or capture, void or refund",
    what: `For a day its outcome could not be found out. It is looked up once a day now. For a
      refund or a part of a capture the alert may come after ten minutes: the provider saved an
      error as the answer, and repeats it for a day.`,
    action: `Look at the provider's dashboard. Settle a charge with \`payments.resolveAttempt\`. A
      refund or a capture is sent again by itself, so don't repeat it in the dashboard.`
  },
  "alert.charge_given_up": {
    about: "attempt",
    what: `The provider failed during a charge, or knows its idempotency key, and has no trace of
      the charge half an hour later. The attempt failed, so the payer may pay again. The charge is
      looked up for a day longer. If it appears, it is reversed, with \`alert.late_charge\`.`,
    action: `Usually nothing. If many of these come at once, the provider had an outage: look for
      the attempts' ids in its dashboard.`
  },
  "alert.outcome_contradicted": {
    about: "payment, or capture, void or refund",
    what: `The provider contradicts its earlier report: an operation succeeded that it had called
      failed, or money is gone that it had captured. The ledger is unchanged.`,
    action: "Find out in the provider's dashboard what really happened to the money."
  },
  "alert.dispute_amount_mismatch": {
    about: "dispute: its reserved amount, and `provider_amount` with `provider_currency`",
    what: `A dispute is about more than was captured, or in another currency. Exchange rates cause
      that. It reserves the amount that was captured and not refunded. The settlement report
      corrects the ledger.`,
    action: "Answer the dispute like any other. Nothing has to be corrected here."
  },
  "alert.cycle_paid_twice": {
    about: "billing_cycle. Its `payment` is the later charge",
    what: `The payer's bank returned the debit of the cycle, and the cycle was charged again. Then
      the bank gave the returned money back, so the payer paid twice.`,
    action: `Refund one of the two payments. If the bank returns the other one after all, the cycle
      stays paid by the money that is left.`
  },
  "alert.capture_returned": {
    about: "payment, which is `failed` now",
    what: `The provider took back a capture: it failed after all, or the payer's bank returned the
      debit. The ledger has reversed it. Goods may have been shipped.`,
    action: "Stop shipments, and ask the payer to pay again."
  },
  "alert.refund_uncovered": {
    about: "refund",
    what: `The refund was pending when the provider took back its capture. Or it was made at the
      provider and became known only after that.`,
    action: "Check at the provider if it was paid out, and stop it there if that is possible."
  },
  "alert.amount_mismatch": {
    about: "attempt",
    what: `The provider answered another amount or currency than was requested. The answer is not
      accepted.`,
    action: "Look at the charge there. Settle the attempt with `payments.resolveAttempt`."
  },
  "alert.captured_elsewhere": {
    about: "payment",
    what: `Money of a hold was captured without the engine. The amount is unknown, or can't be
      booked.`,
    action: "Look at the charge there, and refund any excess."
  },
  "alert.hold_unknown": {
    about: "payment",
    what: `A hold is about to expire, and for a day it could not be found out if the hold still
      exists. Or its capture or void could not be sent until a day after the hold had ended: then
      it has failed, and the payment has expired.`,
    action: `Check that the provider answers at all, and that it takes requests of the account. The
      hold is looked up every hour.`
  },
  "alert.give_back_failed": {
    about: "void or refund, with the cause of the reversal in `reason`",
    what: `The provider refused a reversal that no merchant requested: of a late charge, of a charge
      of a subscription that had ended, or of a hold that expired here. It is retried after 1 and 6
      hours and then daily, for a week.`,
    action: `Read its \`failure_reason\`. Check the account's balance. If you refund or void it at
      the provider yourself, later tries change nothing.`
  },
  "alert.give_back_abandoned": {
    about: "void or refund, with the cause of the reversal in `reason`",
    what: "The same reversal failed for a week. It is not retried any more.",
    action: "Refund or void it at the provider, or pay the payer in another way."
  },
  "alert.late_charge": {
    about: "attempt",
    what: `A charge appeared after its attempt had failed. It is being voided or refunded. The
      refund waits while a notification of money that was paid out is kept for its payment.`,
    action: "Nothing yet: `alert.late_charge_reversed` or `alert.give_back_failed` follows."
  },
  "alert.charge_adopted": {
    about: "attempt",
    what: `The storage was restored from a backup. The provider has this charge, which was made
      after the backup. It was booked with its old ids.`,
    action: `Compare its payment with your orders. Its metadata is lost, and so is its customer if
      the customer was created after the backup. See [backup and restore](backup.md).`
  },
  "alert.late_charge_reversed": {
    about: "void or refund",
    what: "A late charge was reversed.",
    action: "Nothing."
  },
  "alert.expired_hold_kept": {
    about: "void",
    what: "Raised by 0.1.0 only. Later releases raise `alert.give_back_failed`.",
    action: "Void it at the provider, or wait until it lapses."
  },
  "alert.late_charge_kept": {
    about: "void or refund",
    what: "Raised by 0.1.0 only. Later releases raise `alert.give_back_failed`.",
    action: "Refund it at the provider."
  }
}

/** The types of alerts, in the order of the document. */
export const alertTypes = Object.keys(advice) as ReadonlyArray<AlertType>
