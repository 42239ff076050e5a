import { useState } from "preact/hooks"
import { type LedgerView, revenueRanges } from "../../../rooms/ledger/LedgerViews.ts"
import type { Wire } from "../../../Wire.ts"
import { money } from "../../format/money.ts"
import { addressOf, Link, navigate, useAddress, usePlace } from "../../frame/router.tsx"
import { useData } from "../../frame/useData.ts"
import { Choices } from "../../parts/Choices.tsx"
import { Empty, Failure, Loading } from "../../parts/States.tsx"
import { Text } from "../../parts/Text.tsx"
import { accountWords } from "./accountWords.ts"
import { Revenue } from "./Revenue.tsx"

type View = Wire<LedgerView>

/** The books: where a payout's money is, the balance of each account, and the revenue. */
export const LedgerPage = () => {
  const { query } = useAddress()
  const asked = Number(query.get("days") ?? "30")
  const days = revenueRanges.find((range) => range === asked) ?? 30
  const { data, error, isStale, reload } = useData<View>(`/ledger?days=${days}`, ({ types }) =>
    types.some((type) => /^(payment|refund|dispute)\./.test(type))
  )
  return (
    <>
      <div class="head">
        <h1>Ledger</h1>
        <Link class="button" to="/ledger/report">
          Compare a settlement report
        </Link>
      </div>
      <PayoutSearch />
      {error !== null && data === null ? <Failure error={error} retry={reload} /> : null}
      {data === null && error === null ? <Loading lines={10} /> : null}
      {data === null ? null : (
        <div aria-busy={isStale}>
          {data.balances.length === 0 ? (
            <Empty title="Nothing is booked yet">
              <p>Every movement of money is booked here in the moment that it happens.</p>
            </Empty>
          ) : (
            [...new Set(data.balances.map(({ currency }) => currency))].map((currency) => (
              <Balances key={currency} currency={currency} view={data} />
            ))
          )}
          <div class="head">
            <h2 class="big">Revenue</h2>
            <Choices
              label="Range of time"
              choices={revenueRanges.map((range) => [`${range}`, `${range} days`] as const)}
              value={`${days}`}
              to={(range) => `/ledger?days=${range}`}
            />
          </div>
          <Revenue days={data.revenue} />
        </div>
      )}
    </>
  )
}

const PayoutSearch = () => {
  const place = usePlace()
  const [payout, setPayout] = useState("")
  return (
    <form
      class="find"
      onSubmit={(event) => {
        event.preventDefault()
        const wanted = payout.trim()
        if (wanted === "") return
        navigate(addressOf(place, `/ledger/${encodeURIComponent(`payout:${wanted}`)}`))
      }}
    >
      <label class="field">
        <span>Where is a payout's money?</span>
        <input
          value={payout}
          maxLength={255}
          autoComplete="off"
          spellcheck={false}
          placeholder="The payout's id in the settlement report, such as po_1"
          onInput={({ currentTarget }) => setPayout(currentTarget.value)}
        />
      </label>
      <button type="submit">Find</button>
    </form>
  )
}

const Balances = ({ currency, view }: { currency: string; view: View }) => {
  const own = view.balances.filter((balance) => balance.currency === currency)
  const sum = own.reduce((total, { balance }) => total + BigInt(balance), 0n)
  return (
    <section class="card">
      <h2>Balances in {currency}</h2>
      <table class="rows books">
        <thead>
          <tr>
            <th scope="col">Account</th>
            <th scope="col" class="wide">
              What it is
            </th>
            <th scope="col" class="number">
              Balance
            </th>
          </tr>
        </thead>
        <tbody>
          {own.map(({ account, balance }) => {
            const { title, of, meaning } = accountWords(account, view.accounts)
            return (
              <tr key={account}>
                <td>
                  <Link class="row-link" to={`/ledger/${encodeURIComponent(account)}`}>
                    {title}
                  </Link>
                  {of === null ? null : (
                    <span class="soft">
                      {" "}
                      <Text>{of}</Text>
                    </span>
                  )}
                </td>
                <td class="wide soft">{meaning}</td>
                <td class="number">{money(balance, currency)}</td>
              </tr>
            )
          })}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Together</th>
            <td class="wide">
              {sum === 0n ? "the books are balanced" : "the books are not balanced"}
            </td>
            <td class="number">{money(sum.toString(), currency)}</td>
          </tr>
        </tfoot>
      </table>
      <p class="soft small-text">Debits are positive and credits are negative.</p>
    </section>
  )
}
