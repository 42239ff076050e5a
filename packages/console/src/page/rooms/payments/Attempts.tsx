import type { PaymentView } from "../../../rooms/payments/PaymentView.ts"
import type { Wire } from "../../../Wire.ts"
import { money } from "../../format/money.ts"
import { Time } from "../../format/time.tsx"
import { named, words } from "../../format/words.ts"
import { Status } from "../../parts/Status.tsx"
import { Id, Text } from "../../parts/Text.tsx"

type View = Wire<PaymentView>
type Attempt = View["attempts"][number]

/** The attempts of a payment, each with its result and the reason of its route. */
export const Attempts = ({ view: { attempts, accounts } }: { view: View }) => (
  <section class="card">
    <h2>Attempts</h2>
    {attempts.length === 0 ? <p class="soft">Nothing was charged yet.</p> : null}
    <ol class="attempts">
      {attempts.map((attempt) => (
        <li key={attempt.attempt}>
          <One attempt={attempt} accounts={accounts} />
        </li>
      ))}
    </ol>
  </section>
)

interface OneProps {
  readonly attempt: Attempt
  readonly accounts: View["accounts"]
}

const nameOf = (accounts: View["accounts"], mid: string | null): string =>
  accounts.find(({ id }) => id === mid)?.name ?? mid ?? "No account"

const One = ({ attempt, accounts }: OneProps) => (
  <>
    <h3>
      <Text>{nameOf(accounts, attempt.mid)}</Text> <Status of={attempt.status} />
    </h3>
    <p class="soft">
      <Time at={attempt.created} exact /> by {attempt.provider}
    </p>
    <dl class="facts">{factsOf(attempt)}</dl>
    <details>
      <summary>Why this route</summary>
      <p>{ruleOf(attempt)}</p>
      <table class="small">
        <thead>
          <tr>
            <th scope="col">Account</th>
            <th scope="col">Routing</th>
          </tr>
        </thead>
        <tbody>
          {attempt.candidates.map(({ mid, verdict }) => (
            <tr key={mid}>
              <td>
                <Text>{nameOf(accounts, mid)}</Text>
              </td>
              <td>{words(verdict)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <dl class="facts">{routeFacts(attempt)}</dl>
    </details>
  </>
)

const ruleOf = ({ rule, ruleIsGone }: Attempt): string => {
  if (rule !== null) return `The rule “${rule}” decided.`
  return ruleIsGone
    ? "A rule decided that has since been replaced."
    : "No rule matched, so all accounts are eligible, oldest first."
}

/** A fact with its name. Facts without a value are left out. */
const Fact = ({ name, value }: { name: string; value: string | null | undefined }) =>
  value === null || value === undefined || value === "" ? null : (
    <div>
      <dt>{name}</dt>
      <dd>
        <Text>{value}</Text>
      </dd>
    </div>
  )

const factsOf = (attempt: Attempt) => {
  const { decline, rawCode, networkCode, message, reason, authCode, exemption, checks } = attempt
  return (
    <>
      <Fact name="Decline" value={decline === null ? null : words(decline.code)} />
      <Fact name="Provider's code" value={rawCode} />
      <Fact name="Provider's message" value={message} />
      <Fact name="Scheme's code" value={networkCode} />
      <Fact name="Reason" value={reason} />
      <Fact name="Approval code" value={authCode} />
      <Fact name="Exemption" value={exemption === null ? null : words(exemption)} />
      <Fact name="Checks" value={checks === null ? null : checksOf(checks)} />
      {attempt.providerReference === null ? null : (
        <div>
          <dt>Provider's reference</dt>
          <dd>
            <Id>{attempt.providerReference}</Id>
          </dd>
        </div>
      )}
    </>
  )
}

const checksOf = (checks: object): string =>
  Object.entries(checks)
    .filter(([, result]) => typeof result === "string")
    .map(([name, result]) => `${name}: ${String(result).replaceAll("_", " ")}`)
    .join(", ")

const routeFacts = ({ facts }: Attempt) => (
  <>
    <Fact name="Amount" value={money(facts.amount, facts.currency)} />
    <Fact name="Type" value={words(facts.type)} />
    <Fact name="Method" value={named(facts.methodType ?? facts.method)} />
    <Fact name="Brand" value={facts.brand === null ? null : named(facts.brand)} />
    <Fact name="Funding" value={facts.funding} />
    <Fact name="Card's country" value={facts.cardCountry} />
    <Fact name="Payer's country" value={facts.country} />
    <Fact name="Capture" value={facts.manualCapture ? "by hand" : null} />
  </>
)
