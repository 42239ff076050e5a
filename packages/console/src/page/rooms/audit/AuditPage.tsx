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
        <table class="rows">
          <thead>
            <tr>
              <th scope="col">Who</th>
              <th scope="col">What</th>
              <th scope="col" class="wide">
                Reason
              </th>
              <th scope="col" class="wide">
                Request
              </th>
              <th scope="col">When</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((entry) => (
              <Row key={entry.id} entry={entry} />
            ))}
          </tbody>
        </table>
      </List>
    </>
  )
}

const Row = ({
  entry: { actor, operation, subject, reason, request, created }
}: {
  entry: Entry
}) => (
  <tr>
    <td>
      <Link to={`/audit?actor=${encodeURIComponent(actor.id)}`}>
        <Text>{actor.name ?? actor.id}</Text>
      </Link>
      {actor.type === "user" ? null : <span class="soft reason">{words(actor.type)}</span>}
    </td>
    <td>
      <Code>{operation}</Code>
      {subject === null ? null : <Subject id={subject} />}
      {reason === null ? null : (
        <p class="narrow">
          <Text>{reason}</Text>
        </p>
      )}
    </td>
    <td class="wide">{reason === null ? null : <Text>{reason}</Text>}</td>
    <td class="wide">
      <code class="soft">{request === null ? "" : `…${request.slice(-8)}`}</code>
    </td>
    <td>
      <Time at={created} />
    </td>
  </tr>
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
