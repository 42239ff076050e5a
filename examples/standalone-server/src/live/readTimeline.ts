import type { AttemptExplanation, Merchant, Payment, RouteFacts } from "@payloom/core"
import { formatMoney } from "@payloom/testkit"
import type { AttemptLine, Timeline } from "./Board.ts"
import { bookedLine, eventLine, secondOf, sentLine } from "./lines.ts"
import { endpointUrls } from "./readBoard.ts"

/** Reads a payment's timeline. Rejects with `ResourceNotFound` if the payment doesn't exist. */
export const readTimeline = async (merchant: Merchant, id: string): Promise<Timeline> => {
  const { payments, routing } = merchant
  const { payment, attempts, events, deliveries, books } = await payments.story(id)
  const [mids, rules, urls] = await Promise.all([
    routing.listMids(),
    routing.rules(),
    endpointUrls(merchant)
  ])
  const accounts = new Map<string, string>(mids.map(({ id: mid, name }) => [mid, name]))
  const ruleNames = new Map<string, string>(rules.map(({ id: rule, name }) => [rule, name]))
  return {
    payment: factsOfPayment(payment),
    attempts: attempts.map((attempt) => attemptLine(attempt, accounts, ruleNames)),
    events: events.map(eventLine),
    deliveries: deliveries.map(sentLine(urls)),
    books: books.map(bookedLine)
  }
}

type Facts = ReadonlyArray<readonly [name: string, value: string]>

const factsOfPayment = (payment: Payment): Facts => {
  const { currency, amount, amountCaptured, amountRefunded, decline } = payment
  return [
    ["Payment", payment.id],
    ["Status", payment.status],
    ["Amount", formatMoney(amount, currency)],
    ["Captured", formatMoney(amountCaptured, currency)],
    ["Refunded", formatMoney(amountRefunded, currency)],
    ["Disputed", payment.disputed ? "yes" : "no"],
    ["Type", payment.type],
    ...(decline === null ? [] : [["Declined", decline.code] as const]),
    ["Created", `${secondOf(payment.created)} UTC`]
  ]
}

const attemptLine = (
  attempt: AttemptExplanation,
  accounts: ReadonlyMap<string, string>,
  rules: ReadonlyMap<string, string>
): AttemptLine => {
  const nameOf = (mid: string) => accounts.get(mid) ?? mid
  return {
    id: attempt.attempt,
    at: secondOf(attempt.created),
    provider: attempt.provider,
    account: attempt.mid === null ? null : nameOf(attempt.mid),
    status: attempt.status,
    decline: declineOf(attempt),
    rule: ruleOf(attempt, rules),
    facts: factsOfRoute(attempt.facts),
    candidates: attempt.candidates.map(({ mid, verdict }) => ({
      account: nameOf(mid),
      verdict: verdict.replaceAll("_", " ")
    }))
  }
}

const ruleOf = ({ rule }: AttemptExplanation, rules: ReadonlyMap<string, string>): string => {
  if (rule === null) return "No rule matched, so all accounts are eligible, oldest first."
  const name = rules.get(rule)
  return name === undefined
    ? `The rule ${rule} decided. It has since been replaced.`
    : `The rule “${name}” decided.`
}

const declineOf = (attempt: AttemptExplanation): string | null => {
  const { decline, rawCode, networkCode, message, reason } = attempt
  const said = [
    decline?.code,
    rawCode === null ? undefined : `the provider's code ${rawCode}`,
    networkCode === null ? undefined : `the scheme's code ${networkCode}`,
    message,
    reason
  ].filter((words) => words !== undefined && words !== null)
  return said.length === 0 ? null : said.join(", ")
}

const factsOfRoute = (facts: RouteFacts): Facts =>
  Object.entries({
    amount: formatMoney(facts.amount, facts.currency),
    type: facts.type,
    method: facts.methodType ?? facts.method,
    capture: facts.manualCapture ? "by hand" : null,
    brand: facts.brand,
    funding: facts.funding,
    "card's country": facts.cardCountry,
    "payer's country": facts.country
  }).flatMap(([name, value]) => (value === null ? [] : [[name, value] as const]))
