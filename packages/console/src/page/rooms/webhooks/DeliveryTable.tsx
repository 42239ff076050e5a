import type { WebhooksPage } from "../../../rooms/webhooks/WebhookViews.ts"
import type { Wire } from "../../../Wire.ts"
import { Time } from "../../format/time.tsx"
import { useMay } from "../../frame/Me.ts"
import { Link } from "../../frame/router.tsx"
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
  return (
    <table class="rows">
      <thead>
        <tr>
          <th scope="col">Event</th>
          <th scope="col">Status</th>
          <th scope="col" class="wide">
            Endpoint
          </th>
          <th scope="col" class="wide">
            Queued
          </th>
          {mayReplay ? (
            <th scope="col">
              <span class="hidden">Action</span>
            </th>
          ) : null}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            <td>
              <Link
                class="row-link"
                to={`/webhooks/${row.id}`}
                aria-label={`${row.type}, delivery ${row.id.slice(-8)}`}
              >
                <Dotted>{row.type}</Dotted>
              </Link>
            </td>
            <td>
              <Status of={statusOf(row)} />
              <bdi class="text soft reason answer">{answerOf(row.last)}</bdi>
            </td>
            <td class="wide fill">
              <bdi class="cut" title={urlOf(row.endpoint)}>
                {urlOf(row.endpoint)?.replace(/^https?:\/\//, "") ?? "Deleted endpoint"}
              </bdi>
            </td>
            <td class="wide">
              <Time at={row.created} />
            </td>
            {mayReplay ? (
              <td class="number">
                {row.status === "delivered" ? null : (
                  <button
                    type="button"
                    class="above"
                    onClick={() =>
                      onAct({ act: "again", ...row, url: urlOf(row.endpoint) ?? null })
                    }
                  >
                    <span>
                      Send<span class="hidden"> {`${row.type} ${row.id.slice(-8)}`}</span> again
                      <span aria-hidden="true">…</span>
                    </span>
                  </button>
                )}
              </td>
            ) : null}
          </tr>
        ))}
      </tbody>
    </table>
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
