import type { AuditPage as Page } from "../../../rooms/audit/AuditPage.ts"
import type { Wire } from "../../../Wire.ts"
import { Time } from "../../format/time.tsx"
import { words } from "../../format/words.ts"
import { pathOfId } from "../../frame/paths.ts"
import { Link, useAddress } from "../../frame/router.tsx"
import { useData } from "../../frame/useData.ts"
import { useMore } from "../../frame/useMore.ts"
import { Code } from "../../parts/Code.tsx"
import { List } from "../../parts/List.tsx"
import { Rows } from "../../parts/Rows.tsx"
import { Empty } from "../../parts/States.tsx"
import { Text } from "../../parts/Text.tsx"

type Entry = Wire<Page>["data"][number]

/** The log of who did what, and why. A name shows only that actor's entries. */
export const AuditPage = () => {
  const { query } = useAddress()
  const asked = query.toString()
  const path = asked === "" ? "/audit" : `/audit?${asked}`
  const shown = useData<Wire<Page>>(path, () => true)
  const { data } = shown
  const more = useMore<Entry>(path, data)
  const rows = [...(data?.data ?? []), ...more.rows]
  return (
    <>
      <div class="head">
        <h1>Audit log</h1>
        {asked === "" ? null : <Link to="/audit">Everybody's entries</Link>}
      </div>
      <List
        shown={shown}
        isEmpty={rows.length === 0}
        none={
          <Empty title="Nobody changed anything yet">
            <p>Each change over HTTP and in this console is recorded here, with who made it.</p>
          </Empty>
        }
        lines={8}
        more={more}
      >
        <Table rows={rows} />
      </List>
    </>
  )
}

const Table = ({ rows }: { rows: ReadonlyArray<Entry> }) => (
  <Rows
    rows={rows}
    columns={[
      {
        head: "Who",
        cell: ({ actor }) => (
          <>
            <Link to={`/audit?actor=${encodeURIComponent(actor.id)}`}>
              <Text>{actor.name ?? actor.id}</Text>
            </Link>
            {actor.type === "user" ? null : <span class="soft reason">{words(actor.type)}</span>}
          </>
        )
      },
      {
        head: "What",
        cell: ({ operation, subject, reason }) => (
          <>
            <Code>{operation}</Code>
            {subject === null ? null : <Subject id={subject} />}
            {reason === null ? null : (
              <p class="narrow">
                <Text>{reason}</Text>
              </p>
            )}
          </>
        )
      },
      {
        head: "Reason",
        class: "wide",
        cell: ({ reason }) => (reason === null ? null : <Text>{reason}</Text>)
      },
      {
        head: "Request",
        class: "wide",
        cell: ({ request }) => (
          <code class="soft">{request === null ? "" : `…${request.slice(-8)}`}</code>
        )
      },
      { head: "When", cell: ({ created }) => <Time at={created} /> }
    ]}
  />
)

const Subject = ({ id }: { id: string }) => {
  const short = `…${id.slice(-8)}`
  const to = pathOfId(id)
  return to === null ? (
    <span class="soft reason">{short}</span>
  ) : (
    <Link class="reason" to={to}>
      {short}
    </Link>
  )
}
