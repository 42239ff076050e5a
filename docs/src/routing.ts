import type { CandidateVerdict } from "@payloom/core"
import { points, wrapped } from "./wrapped.ts"

type Verdict = typeof CandidateVerdict.Type

/** The meaning of each verdict. A new verdict doesn't compile until its meaning is here. */
const meanings: Readonly<Record<Verdict, string>> = {
  usable: "The account can take the payment now.",
  last_resort: `The account is unhealthy, and so is every other account that could take the
    payment. It is tried anyway, the healthiest account first.`,
  disabled: "The account is switched off (`enabled: false`), or the rule names a deleted account.",
  provider_not_registered: "The account's provider is not registered with the engine.",
  mode_not_served: "The account's provider doesn't serve the mode of the payment, test or live.",
  currency_not_settled: "The account doesn't have the payment's currency among its `currencies`.",
  method_not_taken: `The account doesn't have the method among its \`methods\`, or its provider
    doesn't support the wallet or alternative method.`,
  currency_not_taken_by_method: `The provider takes the method, but not in the payment's currency
    (\`byMethod\`).`,
  manual_capture_not_offered: `The payment is a hold, and the account's provider doesn't support
    holds, or not with the method.`,
  splits_not_offered: `The account's provider can't pay parts of the payment to other accounts, or
    not so many (\`splits\`).`,
  amount_too_fine: "The account's provider uses larger steps of the currency (`amountStep`).",
  source_not_chargeable: `The account can't charge the card or the wallet. For example, the card is
    a token of another account, or the vault decrypted the wallet and the provider takes only its
    payload.`,
  route_unhealthy: `The account's circuit breaker is open, and another account is healthy. The
    payment is not sent here.`
}

const cells = (text: string): string => wrapped(text, Number.POSITIVE_INFINITY)

/** Returns the text of `routing.md`, the choice of an account and every verdict. */
export const routing = (): string => `# Routing

${wrapped(`Routing chooses the merchant account (MID) that charges a payment, and the accounts that
are tried after it. \`payments.explain\` shows every account that was considered for an attempt,
with a verdict.`)}

## The order

${points(
  `The first routing rule whose conditions match decides on the accounts and their order. If no
    rule matches, all accounts are considered, oldest first.`,
  `Accounts that are \`usable\` are tried in that order. The next account is tried if the earlier
    one was not reached, refused the charge, or declined with a code that cascades. See
    [Connectors](../connectors/write-a-connector.md#decline-table).`,
  `If no account is usable and some are unhealthy, the unhealthy accounts are tried, healthiest
    first. The healthiest account has the smallest share of technical failures among its last 50
    charges.`
)}

## Verdicts

| Verdict | Meaning |
|---|---|
${Object.entries(meanings)
  .map(([verdict, meaning]) => `| \`${verdict}\` | ${cells(meaning)} |`)
  .join("\n")}

${wrapped(`If no considered account is \`usable\` or \`last_resort\`, the payment is declined
with the code \`no_route\`.`)}

## Authentication

${wrapped(`A rule may also decide how payers by card are authenticated in a checkout session. Its
\`authentication\` is read before the payer is authenticated.`)}

| \`authentication\` | The payer |
|---|---|
| none, or \`threeDs: "if_needed"\` | is authenticated, and challenged if the issuer wants it |
| \`threeDs: "required"\` | is challenged, if the card supports it |
| \`threeDs: "skip"\` | is charged without an authentication |
| \`exemption: "low_value"\` | is charged, and the issuer is requested to grant the exemption |

${wrapped(`The exemptions are \`low_value\`, \`transaction_risk_analysis\`,
\`trusted_beneficiary\` and \`corporate\`. If the issuer refuses an exemption, or requires an
authentication of a skipped payer, the payer is challenged and charged again. Without an
authentication, the merchant bears the risk of fraud.`)}

${wrapped(`The condition \`threeDs\` routes by the result: \`authenticated\`, \`attempted\`,
\`exempted\` or \`none\`. So authenticated payers may go to another account than others.`)}

## Health

${wrapped(`Each process keeps a circuit breaker for each account. A charge is a technical failure if
it was not sent, got no answer in time, or got an answer that leaves its outcome unknown.
Declines and refused accounts don't count.`)}

${points(
  `The breaker opens for 30 seconds when at least half of ten or more charges within a minute
    failed.`,
  `After that, one charge is the trial. While the trial is in flight, other payments go to other
    healthy accounts. An answer closes the breaker. A failure opens it again for 30 seconds.`,
  `While every account that could take a payment is unhealthy, each process sends one charge at a
    time. The other charges queue. As soon as one charge is answered, all queued charges are sent.
    If a charge waits for more than 10 seconds, it is not sent. Its payment fails as
    \`processing_error\`, with the reason on the attempt.`,
  `\`available_methods\` of a checkout session doesn't depend on health, because an unhealthy
    account is tried if no other can take the payment.`
)}
`
