import {
  attemptMachine,
  billingCycleMachine,
  captureMachine,
  checkoutSessionMachine,
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

What a payer takes back, or asks about. Nobody here decides on it: providers tell how far it has
come, and may leave steps out. So its open stages have ranks, and news moves it forward by any
number of them. News of the same or a lower rank comes late, and changes nothing.

| Stage | Rank | Where the money is |
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
| \`accepted\`, \`expired\` | ends it | lost; untouched where it was an alert or a question |
| \`reversed_by_alert\` | ends an \`alert\` | untouched |

What is held or lost can't be refunded. One that was won is reopened by \`pre_arbitration\`, or by
what comes after that; nothing else that is over ever is. Movements that were skipped are booked
with the news that skips them.
`

/** `state-machines.md`: every machine of core, drawn from its table. */
export const stateMachines = (): string =>
  [
    `# State machines

Each machine is one table in core. The engine looks every move up there, the property tests run
against it, and these pictures are drawn from it. An arrow's label is the trigger that moves a row.
`,
    section(
      paymentMachine,
      `What a merchant sees: one intent to pay. A payment owns its attempts, one after the other.
A declined or failed payment moves on only through its own checkout session, while that is open.
A refunded one moves back only when a refund is reversed.`
    ),
    section(
      attemptMachine,
      `One try to charge, on one merchant account. \`unknown\` means that the card may have been
charged: only what the provider says settles it, never a time that ran out. A charge that turns up
after its attempt was given up is \`late_charged\` and taken back.`
    ),
    section(
      checkoutSessionMachine,
      `What a payer is asked to pay. It succeeds at most once. A decline that the payer can mend
lets them try again; while a confirm is under way, only its outcome moves the session.`
    ),
    section(
      captureMachine,
      `Taking authorized money, or giving the authorization back. Creating one answers \`pending\`;
a job carries it out. A capture and a void that have not failed exclude each other.`
    ),
    section(
      refundMachine,
      `Giving captured money back. Its amount is reserved on the payment when it is created, so
that refunds together never exceed what was captured. A bank may send a refund back later.`
    ),
    section(
      subscriptionMachine,
      `Who pays again and again. It begins with its first payment, and goes on while its cycles are
paid. \`past_due\` means that a cycle is being tried again. A paused one goes back to what it was
paused from. \`expired\` is one that was never paid for, or that has run its course.`
    ),
    section(
      billingCycleMachine,
      `One period of a subscription and what is charged for it. A cycle that falls due is charged at
once, unless one before it is still owed: then it waits as \`due\`. It waits so too after a charge
that failed for nobody's fault, until it is charged again. A cycle that is charged while its
subscription is canceled ends \`canceled\`, and the charge is refunded.`
    ),
    disputes
  ].join("\n")
