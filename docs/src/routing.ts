import type { CandidateVerdict } from "@payloom/core"
import { points, wrapped } from "./wrapped.ts"

type Verdict = typeof CandidateVerdict.Type

/** The meaning of each verdict. A new verdict doesn't compile until its meaning is here. */
const meanings: Readonly<Record<Verdict, string>> = {
  usable: "The account can take the payment now.",
  last_resort: `The account is unhealthy, and so is every other one that could take the payment.
    It is tried all the same, the healthiest first.`,
  disabled: "The account is switched off (`enabled: false`), or the rule names one that is gone.",
  provider_not_registered: "No provider of the account's name is registered with the engine.",
  mode_not_served: "The account's provider doesn't serve the mode of the payment, test or live.",
  currency_not_settled: "The account doesn't have the payment's currency among its `currencies`.",
  method_not_taken: `The account doesn't have the method among its \`methods\`, or its provider
    doesn't take that wallet or alternative method.`,
  manual_capture_not_offered:
    "The payment is to be held, and the account's provider can't do that.",
  amount_too_fine: "The account's provider counts the currency in larger steps (`amountStep`).",
  source_not_chargeable: `The account can't charge the card, such as one that is kept as a token of
    another account.`,
  route_unhealthy: `The account's circuit breaker is open, and another account is healthy. The
    payment is not sent here.`
}

const cells = (text: string): string => wrapped(text, Number.POSITIVE_INFINITY)

/** `routing.md`: how an account is chosen, and every verdict on one. */
export const routing = (): string => `# Routing

${wrapped(`Routing decides which merchant account (MID) charges a payment, and which ones are tried
after it. \`payments.explain\` shows every account that was considered for an attempt, with a
verdict.`)}

## The order

${points(
  `The first routing rule whose conditions hold decides which accounts are considered, and in
    which order. If no rule holds, all accounts are considered in the order in which they were
    made.`,
  `Accounts that are \`usable\` are tried in that order. The next account is tried if the one
    before it was not reached, refused the charge, or declined with a code that cascades. See
    [Connectors](../guides/connectors.md#decline-table).`,
  `If no account is usable and some are unhealthy, the unhealthy ones are tried, the healthiest
    first: the one with the smallest share of technical failures among its last 50 charges.`
)}

## Verdicts

| Verdict | Meaning |
|---|---|
${Object.entries(meanings)
  .map(([verdict, meaning]) => `| \`${verdict}\` | ${cells(meaning)} |`)
  .join("\n")}

${wrapped(`A payment is declined with the code \`no_route\` only if none of the considered
accounts is \`usable\` or \`last_resort\`.`)}

## Health

${wrapped(`Each process keeps a circuit breaker for each account. A charge counts as a technical
failure if it was not sent, had no answer in time, or had one that leaves its outcome unknown.
Declines and refused accounts don't count.`)}

${points(
  `The breaker opens for 30 seconds when at least half of ten or more charges within a minute
    failed.`,
  `After that one charge is the trial. While the trial is under way, other payments go to other
    healthy accounts. An answer closes the breaker. A failure opens it again for 30 seconds.`,
  `While every account that could take a payment is unhealthy, they are tried one charge at a
    time in each process. The others wait for their turn. As soon as one is answered, all of
    them are sent. A charge whose turn doesn't come within 10 seconds is not sent: its payment
    fails as \`processing_error\`, with the reason on the attempt.`,
  `\`available_methods\` of a checkout session doesn't depend on health, because an unhealthy
    account is tried if no other can take the payment.`
)}
`
