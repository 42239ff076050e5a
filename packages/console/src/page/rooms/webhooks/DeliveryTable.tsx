import type { WebhooksPage } from "../../../rooms/webhooks/WebhookViews.ts"
import type { Wire } from "../../../Wire.ts"
import { Time } from "../../format/time.tsx"
import { useMay } from "../../frame/Me.ts"
import { Link } from "../../frame/router.tsx"
import { Rows } from "../../parts/Rows.tsx"
import { Status } from "../../parts/Status.tsx"
import type { Doing } from "./WebhookDialog.tsx"

type Webhooks = Wire<WebhooksPage>
type Row = Webhooks["data"][number]

interface TableProps {
  readonly rows: ReadonlyArray<Row>
  readonly endpoints: Webhooks["endpoints"]
  readonly onAct: (doing: Doing) => void
}

/** Deliveries, each with a link to its page and a button that sends it again. */
export const DeliveryTable = ({ rows, endpoints, onAct }: TableProps) => {
  const mayReplay = useMay("operator")
  const urlOf = (id: string) => endpoints.find((endpoint) => endpoint.id === id)?.url
  const again = (row: Row) =>
    row.status === "delivered" ? null : (
      <button
        type="button"
        class="above"
        onClick={() => onAct({ act: "again", ...row, url: urlOf(row.endpoint) ?? null })}
      >
        <span>
          Send<span class="hidden"> {`${row.type} ${row.id.slice(-8)}`}</span> again
          <span aria-hidden="true">…</span>
        </span>
      </button>
    )
  return (
    <Rows
      rows={rows}
      columns={[
        {
          head: "Event",
          cell: ({ id, type }) => (
            <Link
              class="row-link"
              to={`/webhooks/${id}`}
              aria-label={`${type}, delivery ${id.slice(-8)}`}
            >
              <Dotted>{type}</Dotted>
            </Link>
          )
        },
        {
          head: "Status",
          cell: (row) => (
            <>
              <Status of={statusOf(row)} />
              <bdi class="text soft reason answer">{answerOf(row.last)}</bdi>
            </>
          )
        },
        {
          head: "Endpoint",
          class: "wide",
          cells: "fill",
          cell: ({ endpoint }) => (
            <bdi class="cut" title={urlOf(endpoint)}>
              {urlOf(endpoint)?.replace(/^https?:\/\//, "") ?? "Deleted endpoint"}
            </bdi>
          )
        },
        { head: "Queued", class: "wide", cell: ({ created }) => <Time at={created} /> },
        mayReplay ? { head: "Action", isAction: true, cells: "number", cell: again } : null
      ]}
    />
  )
}

/** A type that may be broken behind its dots. */
const Dotted = ({ children }: { children: string }) =>
  children.split(".").map((part, at) =>
    at === 0 ? (
      part
    ) : (
      <>
        .<wbr />
        {part}
      </>
    )
  )

/** Returns the status of a delivery. It is being retried if it waits after a failure. */
export const statusOf = ({ status, tries }: Pick<Row, "status" | "tries">): string =>
  status === "pending" && tries > 0 ? "retrying" : status

/** Returns the answer to a try in words. Empty if there was no try. */
export const answerOf = (last: Row["last"]): string =>
  last === null ? "" : (last.error ?? `HTTP ${last.status}`)
