import type { StatementView } from "../../../rooms/ledger/LedgerViews.ts"
import type { Wire } from "../../../Wire.ts"
import { money } from "../../format/money.ts"
import { Time } from "../../format/time.tsx"
import { addressOf, navigate, useAddress, usePlace } from "../../frame/router.tsx"
import { useData } from "../../frame/useData.ts"
import { useMore } from "../../frame/useMore.ts"
import { pathWith } from "../../parts/Choices.tsx"
import { List } from "../../parts/List.tsx"
import { Empty } from "../../parts/States.tsx"
import { Text } from "../../parts/Text.tsx"
import { accountWords } from "./accountWords.ts"
import { KindLink } from "./KindLink.tsx"

type View = Wire<StatementView>
type Line = View["data"][number]

const ownDay = (at: Date): string =>
  [at.getFullYear(), at.getMonth() + 1, at.getDate()]
    .map((part) => `${part}`.padStart(2, "0"))
    .join("-")

/** The first day of this month, which a statement begins with if its address names no day. */
const firstOfMonth = (): string => {
  const now = new Date()
  return ownDay(new Date(now.getFullYear(), now.getMonth(), 1))
}

const momentOf = (day: string, time: string): string => `${new Date(`${day}T${time}`).getTime()}`

/** The statement of an account. Its days are in the address, and are the person's own. */
export const StatementPage = ({ account }: { account: string }) => {
  const { query } = useAddress()
  const from = query.get("from") ?? firstOfMonth()
  const to = query.get("to") ?? ""
  const server = new URLSearchParams({
    ...(from === "" ? {} : { from: momentOf(from, "00:00") }),
    ...(to === "" ? {} : { to: momentOf(to, "23:59:59.999") })
  })
  const own = `/ledger/accounts/${encodeURIComponent(account)}`
  const path = server.size === 0 ? own : `${own}?${server}`
  const shown = useData<View>(path)
  const { data } = shown
  const more = useMore<Line>(path, data)
  const lines = [...(data?.data ?? []), ...more.rows]
  const { title, of, meaning } = accountWords(account, data?.accounts ?? [])
  return (
    <>
      <div class="head">
        <div>
          <h1>
            {title} {of === null || data === null ? null : <Text>{of}</Text>}
          </h1>
          <p class="soft">Its balance is {meaning}.</p>
        </div>
        <Days account={account} from={from} to={to} />
      </div>
      <List
        shown={shown}
        isEmpty={data === null || lines.length === 0}
        none={<None closing={data?.closing ?? []} />}
        lines={10}
        more={more}
      >
        <Lines lines={lines} opening={data?.opening ?? []} />
      </List>
    </>
  )
}

const None = ({ closing }: Pick<View, "closing">) => (
  <Empty title="Nothing was booked in this time">
    {closing.map(({ currency, balance }) => (
      <p key={currency}>The balance is {money(balance, currency)}.</p>
    ))}
  </Empty>
)

interface DaysProps {
  readonly account: string
  readonly from: string
  readonly to: string
}

const Days = ({ account, from, to }: DaysProps) => {
  const { query } = useAddress()
  const place = usePlace()
  const set = (name: string, value: string) => {
    // An empty first day is kept in the address, because the usual one is this month's.
    const next = new URLSearchParams(query)
    if (name === "from" && value === "") next.set("from", "")
    const own = `/ledger/${encodeURIComponent(account)}`
    const path =
      value === "" && name === "from" ? `${own}?${next}` : pathWith(own, query, name, value)
    navigate(addressOf(place, path), { replace: true })
  }
  return (
    <div class="bar">
      {(
        [
          ["from", "From", from],
          ["to", "To", to]
        ] as const
      ).map(([name, label, value]) => (
        <label key={name} class="field">
          <span>{label}</span>
          <input
            type="date"
            value={value}
            onChange={({ currentTarget }) => set(name, currentTarget.value)}
          />
        </label>
      ))}
    </div>
  )
}

interface LinesProps {
  readonly lines: ReadonlyArray<Line>
  readonly opening: View["opening"]
}

const Lines = ({ lines, opening }: LinesProps) => (
  <table class="rows">
    <thead>
      <tr>
        <th scope="col">Booked</th>
        <th scope="col">What</th>
        <th scope="col" class="number">
          Amount
        </th>
        <th scope="col" class="number">
          Balance
        </th>
      </tr>
    </thead>
    <tbody>
      {opening.map(({ currency, balance }) => (
        <tr key={currency}>
          <td />
          <td class="soft">Before</td>
          <td />
          <td class="number">{money(balance, currency)}</td>
        </tr>
      ))}
      {lines.map(({ id, created, kind, payment, amount, balance, currency }) => (
        <tr key={id}>
          <td>
            <Time at={created} />
          </td>
          <td>
            <KindLink kind={kind} payment={payment} />
          </td>
          <td class="number">{money(amount, currency)}</td>
          <td class="number">{money(balance, currency)}</td>
        </tr>
      ))}
    </tbody>
  </table>
)
