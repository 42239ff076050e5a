import {
  attemptMachine,
  billingCycleMachine,
  captureMachine,
  checkoutSessionMachine,
  importedMachine,
  type Machine,
  paymentMachine,
  refundMachine,
  subscriptionMachine,
  toMermaid
} from "@payloom/core"

const section = <Status extends string, Trigger extends string>(
  machine: Machine<Status, Trigger>,
  introduction: string
): string => `## ${machine.name}

${introduction}

\`\`\`mermaid
${toMermaid(machine)}
\`\`\`
`

const disputes = `## Dispute

A payer reverses a payment or inquires about it. The provider decides a dispute and reports its
stage. Providers may skip stages, so open stages have ranks. A report moves the dispute forward by
any number of ranks. A report of the same or a lower rank is late and changes nothing.

| Stage | Rank | Money |
| --- | --- | --- |
| \`alert\` | 0 | untouched |
| \`retrieval_request\` | 1 | untouched |
| \`chargeback_received\` | 2 | held |
| \`evidence_required\` | 3 | held |
| \`representment_submitted\` | 4 | held |
| \`pre_arbitration\` | 5 | held |
| \`arbitration\` | 6 | held |
| \`won\` | ends it | returned |
| \`lost\` | ends it | lost |
| \`accepted\`, \`expired\` | ends it | lost, or untouched if it was an alert or an inquiry |
| \`reversed_by_alert\` | ends an \`alert\` | untouched |

Money that is held or lost can't be refunded. A won dispute is reopened by \`pre_arbitration\` or a
later stage. No other ended dispute is reopened. If a report skips stages, their movements of money
are booked with it.
`

/** Returns the text of `state-machines.md`, a diagram of each machine's table in core. */
export const stateMachines = (): string =>
  [
    `# State machines

Each machine is one table in core. The engine looks every transition up in it, the property tests
run against it, and these diagrams are generated from it. An arrow's label is its trigger.
`,
    section(
      paymentMachine,
      `One intent to pay, as a merchant sees it. A payment owns its attempts, one after the other. A
declined or failed payment continues only in its own checkout session, while that is open. A
refunded payment moves back only if a refund is reversed.`
    ),
    section(
      attemptMachine,
      `One try to charge, on one merchant account. \`unknown\` means that the card may have been
charged. Only the provider's answer settles it, never a timeout. If a charge appears after its
attempt has failed, the attempt becomes \`late_charged\` and the charge is reversed.`
    ),
    section(
      checkoutSessionMachine,
      `One checkout of a payer. It succeeds at most once. After a decline that the payer
can resolve, they may try again. While a confirm is in flight, only its outcome moves the session.`
    ),
    section(
      captureMachine,
      `A capture takes authorized money. A void releases the authorization. An increment raises it.
Each is created as \`pending\`, and a job carries it out. A payment has one of them in progress at a
time, and none after its final capture or its void.`
    ),
    section(
      refundMachine,
      `A refund of captured money. Its amount is reserved on the payment when it is created, so all
refunds together never exceed the captured amount. A bank may return a refund later.`
    ),
    section(
      subscriptionMachine,
      `Recurring payments of a customer. It begins with its first payment and continues while its
cycles are paid. \`past_due\` means that a cycle is being retried. A paused subscription resumes in
the status that it had before. \`expired\` means that it was never paid, or that all its cycles are
over.`
    ),
    section(
      billingCycleMachine,
      `One period of a subscription and its charge. A cycle that falls due is charged at once,
unless an earlier cycle is unpaid. Then it waits as \`due\`. After a charge that failed for no fault
of the card it also waits as \`due\`, until it is charged again. If its subscription is canceled
during the charge, the cycle ends as \`canceled\` and the charge is refunded.`
    ),
    section(
      importedMachine,
      `A subscription that moves here from another system. The other system bills it in \`copied\`,
\`left\` and \`released\`. Nobody bills it in \`freezing\`, \`frozen\` and \`releasing\`. This
engine bills it in \`taken_over\`. \`left\` means that it can't be brought over as it is.`
    ),
    disputes
  ].join("\n")
