import type { AlertType } from "@payloom/core"

interface Advice {
  /** The resource that the alert carries. */
  readonly about: string
  readonly what: string
  readonly action: string
}

/** What to do about each alert; a new one doesn't compile until it is here. */
const advice: Readonly<Record<AlertType, Advice>> = {
  "alert.account_refused": {
    about: "attempt, or capture, void or refund",
    what: `The provider refused the merchant account rather than the card: its key, a permission or
      a limit. Nothing was charged or moved. A charge went on to the next account, if there is one;
      a capture, void or refund is sent again, less and less often.`,
    action: "Mend the account at the provider; its words are in `reason` of `payments.explain`."
  },
  "alert.notice_kept": {
    about: "provider_notice: its `kind`, its `obstacle`, what it names and how much it is about",
    what: `The provider told of something that the books can't have: an amount that can't be, a
      reference that is nobody's, a refund of what was never captured. It is kept for 90 days,
      and longer while refunds wait for it. A notice that may have come too early is tried again by
      itself, and the alert is raised after an hour. While a notice tells of money that went out,
      refunds of its payment are refused.`,
    action: `Look at the provider's dashboard. Mend what is in its way and replay the notice with
      \`notices.replay\`, or dismiss it with \`notices.dismiss\` once you have seen to it. One of a
      program of your own that uses the same account can be left.`
  },
  "alert.cycle_overdue": {
    about: "the billing cycle",
    what: "Nobody charged a billing cycle before its period was over; it is charged now.",
    action: "See whether a process runs jobs at all times, and whether it keeps up with them."
  },
  "alert.job_failing": {
    about: "job: its `kind`, its `subject`, how many `failures` in a row",
    what: `A job failed six times in a row, which takes an hour as a rule: what it should move on
      stands still. It is tried again, daily in the end.`,
    action: "Read in the log (`onLog`) what it fails with; its `subject` is the row that it is of."
  },
  "alert.renewal_blocked": {
    about: "the billing cycle; its `payment` is the latest charge",
    what: `For a day, each charge of a renewal failed and no card was to blame: no account could
      take it, or the provider had a fault. The subscription keeps its status, and its subscriber
      keeps access. The cycle is charged again every 12 hours.`,
    action: `Read with \`payments.explain\` why its payment failed; mend the account, the routing or
      the provider. The next charge follows by itself.`
  },
  "alert.webhook_disabled": {
    about: "webhook_endpoint: its `url`, and why in `disabled_reason`",
    what: `A webhook endpoint answered 410, or took nothing that was sent for three days. Nothing is
      sent there any more, and nothing is added to its queue.`,
    action: `Mend it, enable it with \`webhooks.update\`, which sends what is queued, and have what
      happened meanwhile sent with \`webhooks.replay\`.`
  },
  "alert.event_set_aside": {
    about: "parked_event: its `consumer`, its `event`, what the handler failed with in `error`",
    what: `A consumer in the process failed on an event ten times in four hours. It is set aside,
      and what happened to the same object since is handed out.`,
    action: "Mend the handler, then hand the event out again with `payloom.events.replay`."
  },
  "alert.storage_lost": {
    about: "storage: its `file`, and whether that was deleted, replaced or truncated in `reason`",
    what: `A file of the SQLite database is no longer the one that this process opened. Every read
      and every commit is refused, and \`/health\` answers 503. Commits of the second before may be
      lost. There is no database to store this alert in, so only the hook gets it, once per process,
      with the scope \`deployment\`.`,
    action: `Stop all processes that use the file. Restore the file and its \`-wal\` from a backup
      or from the place it was moved to, then start again. Reconcile the payments since the backup
      with the provider.`
  },
  "alert.authorization_expiring": {
    about: "payment",
    what: "An authorisation will expire soon, a day before or earlier where it lives for less.",
    action: "Capture it, or let it go."
  },
  "alert.outcome_unknown": {
    about: "attempt, or capture, void or refund",
    what: "Nobody could say for a day whether it was carried out. It is asked for daily now.",
    action: "Look at the provider's dashboard; settle a charge with `payments.resolveAttempt`."
  },
  "alert.charge_given_up": {
    about: "attempt",
    what: `The provider broke down under a charge, or knows its idempotency key, and has no trace of
      the charge half an hour later. The attempt failed, so the payer may pay again. The charge is
      looked up for a day longer. If it turns up it is taken back, with \`alert.late_charge\`.`,
    action: `Nothing, as a rule. Look at the provider's dashboard for the attempt's id if many of
      these come at once: the provider had an outage.`
  },
  "alert.outcome_contradicted": {
    about: "payment, or capture, void or refund",
    what: `The provider says the opposite of what it had said: that something was made after it said
      it failed, or that money is gone which it said to have taken. The books stay as they are.`,
    action: "Look at the provider's dashboard for what really happened to the money."
  },
  "alert.dispute_amount_mismatch": {
    about: "dispute: what it reserves, and `provider_amount` with `provider_currency`",
    what: `A dispute is of more than was captured, or in another currency: exchange rates do that.
      It reserves what was captured and not refunded. The settlement report corrects the books.`,
    action: "Answer the dispute as any other. Nothing has to be mended here."
  },
  "alert.capture_returned": {
    about: "payment, which is `failed` now",
    what: `The provider took back what it had captured: the capture failed after all, or the payer's
      bank returned the debit. The books have reversed it. Goods may have gone out.`,
    action: "Stop what was not shipped yet, and have the payer pay again."
  },
  "alert.refund_uncovered": {
    about: "refund",
    what: `The refund was pending when the provider took back the capture that it refunds, or it was
      made at the provider and became known only after that.`,
    action: "See at the provider whether it was paid out, and stop it there if that is possible."
  },
  "alert.amount_mismatch": {
    about: "attempt",
    what: "The provider answered another amount or currency than was asked, and is not believed.",
    action: "Look at the charge there; settle the attempt with `payments.resolveAttempt`."
  },
  "alert.captured_elsewhere": {
    about: "payment",
    what: "Money of a hold was captured without the engine, and how much can't be told or booked.",
    action: "Look at the charge there, and refund what should not have been taken."
  },
  "alert.hold_unknown": {
    about: "payment",
    what: "Nobody could say for a day whether a hold that is to expire still stands.",
    action: "See whether the provider answers at all; the hold is asked for every hour."
  },
  "alert.give_back_failed": {
    about: "void or refund; `reason` says why it is given back",
    what: `The provider did not give back money that no merchant asked to give back: a late charge,
      a charge of a subscription that had ended, or a hold that expired here. It is tried again
      after 1 and 6 hours and then daily, for a week.`,
    action: `Read its \`failure_reason\`; see to the account's balance. If you refund or void it at
      the provider yourself, later tries change nothing.`
  },
  "alert.give_back_abandoned": {
    about: "void or refund; `reason` says why it is given back",
    what: "The same money could not be given back for a week. It is not tried again.",
    action: "Refund or void it at the provider, or pay the payer in another way."
  },
  "alert.late_charge": {
    about: "attempt",
    what: `A charge showed up after its attempt was given up. It is being voided or refunded. The
      refund waits while a notification of money that went out is kept for its payment.`,
    action: "Nothing yet: `alert.late_charge_reversed` or `alert.give_back_failed` follows."
  },
  "alert.late_charge_reversed": {
    about: "void or refund",
    what: "A late charge was taken back.",
    action: "Nothing."
  },
  "alert.expired_hold_kept": {
    about: "void",
    what: "Raised by 0.1.0 alone. Now it is `alert.give_back_failed`.",
    action: "Void it at the provider, or wait for it to lapse."
  },
  "alert.late_charge_kept": {
    about: "void or refund",
    what: "Raised by 0.1.0 alone. Now it is `alert.give_back_failed`.",
    action: "Refund it at the provider."
  }
}

const row = ([type, { about, what, action }]: [string, Advice]): string =>
  `| \`${type}\` | ${[about, what, action].map(inOneLine).join(" | ")} |`

const inOneLine = (text: string): string => text.replaceAll(/\s+/g, " ")

/** `alerts.md`: what an engine tells the people who operate it. */
export const alerts = (): string => `# Alerts

An alert is something that a person should look at, for the engine can't or may not decide it. It
is an event that is stored in the commit of what it tells of and never published to webhooks; it
reaches the \`onAlert\` hook once that commit is durable, as \`{ scope, event }\`. The event's
\`data.object\` is the resource that it is about, and \`data.payment_id\` the payment. Consumers are
handed it as [any other event](../reference/events.md). \`alert.storage_lost\` is the exception: it is not
stored.

| Alert | About | What happened | What to do |
|---|---|---|---|
${Object.entries(advice).map(row).join("\n")}
`
