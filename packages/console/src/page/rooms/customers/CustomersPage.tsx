import { useEffect, useState } from "preact/hooks"
import type { CustomersPage as Page } from "../../../rooms/customers/CustomerView.ts"
import type { Wire } from "../../../Wire.ts"
import { customerLabel } from "../../format/customer.ts"
import { Time } from "../../format/time.tsx"
import { addressOf, Link, navigate, useAddress, usePlace } from "../../frame/router.tsx"
import { useData } from "../../frame/useData.ts"
import { useMore } from "../../frame/useMore.ts"
import { pathWith } from "../../parts/Choices.tsx"
import { List } from "../../parts/List.tsx"
import { Rows } from "../../parts/Rows.tsx"
import { Empty } from "../../parts/States.tsx"
import { Text } from "../../parts/Text.tsx"

type Customers = Wire<Page>
type Row = Customers["data"][number]

/** The customers. The text that finds some of them is in the address. */
export const CustomersPage = () => {
  const { query } = useAddress()
  const asked = query.toString()
  const path = asked === "" ? "/customers" : `/customers?${asked}`
  const shown = useData<Customers>(path)
  const { data } = shown
  const more = useMore<Row>(path, data)
  const rows = [...(data?.data ?? []), ...more.rows]
  return (
    <>
      <div class="head">
        <h1>Customers</h1>
        <Find text={query.get("text") ?? ""} />
      </div>
      <List
        shown={shown}
        isEmpty={rows.length === 0}
        none={<None isSearch={asked !== ""} />}
        lines={10}
        more={more}
      >
        <Table rows={rows} />
      </List>
    </>
  )
}

const None = ({ isSearch }: { isSearch: boolean }) =>
  isSearch ? (
    <Empty title="No customer was found">
      <p>
        Search by the whole e-mail address, your own reference, an id, or the last four digits of a
        card. <Link to="/customers">Show all customers</Link>
      </p>
    </Empty>
  ) : (
    <Empty title="No customer yet">
      <p>
        A customer is made by <code>customers.create</code>, or when a card is saved.
      </p>
    </Empty>
  )

const pauseMs = 250

/** The field that finds customers. The address follows a moment after the last key. */
const Find = ({ text }: { text: string }) => {
  const place = usePlace()
  const { query } = useAddress()
  const [typed, setTyped] = useState(text)
  const go = (value: string) =>
    navigate(addressOf(place, pathWith("/customers", query, "text", value.trim())), {
      replace: true
    })
  useEffect(() => {
    if (typed.trim() === text) return
    const timer = setTimeout(() => go(typed), pauseMs)
    return () => clearTimeout(timer)
  }, [typed])
  useEffect(() => {
    if (typed.trim() !== text) setTyped(text)
  }, [text])
  return (
    <form
      class="find"
      onSubmit={(event) => {
        event.preventDefault()
        go(typed)
      }}
    >
      <input
        type="search"
        aria-label="E-mail, reference, id or last four digits"
        placeholder="E-mail, reference, id or last four"
        autoComplete="off"
        spellcheck={false}
        maxLength={255}
        value={typed}
        onInput={({ currentTarget }) => setTyped(currentTarget.value)}
      />
    </form>
  )
}

const Table = ({ rows }: { rows: ReadonlyArray<Row> }) => (
  <Rows
    rows={rows}
    columns={[
      {
        head: "Customer",
        cell: (row) => (
          <>
            <Link class="row-link" to={`/customers/${row.id}`}>
              <Text>{row.name ?? customerLabel({ ...row, email: null })}</Text>
            </Link>
            {row.email === null ? null : (
              <span class="narrow soft">
                <Text>{row.email}</Text>
              </span>
            )}
          </>
        )
      },
      { head: "E-mail", class: "wide", cell: ({ email }) => <Shown>{email}</Shown> },
      { head: "Reference", class: "wide", cell: ({ reference }) => <Shown>{reference}</Shown> },
      { head: "Created", class: "wide", cell: ({ created }) => <Time at={created} /> }
    ]}
  />
)

const Shown = ({ children }: { children: string | null }) =>
  children === null ? null : <Text>{children}</Text>
