import { useState } from "preact/hooks"
import type { ConsumersView, ParkedRow } from "../../../rooms/consumers/ConsumersView.ts"
import { isolated } from "../../format/isolated.ts"
import { Time } from "../../format/time.tsx"
import { count } from "../../format/words.ts"
import { useMay } from "../../frame/Me.ts"
import { useData } from "../../frame/useData.ts"
import { useMore } from "../../frame/useMore.ts"
import { ActForm } from "../../parts/ActForm.tsx"
import { Code } from "../../parts/Code.tsx"
import { Raw } from "../../parts/Raw.tsx"
import { Rows } from "../../parts/Rows.tsx"
import { ShowMore } from "../../parts/ShowMore.tsx"
import { Empty, Failure, Loading } from "../../parts/States.tsx"
import { Status } from "../../parts/Status.tsx"
import { Text } from "../../parts/Text.tsx"

type Consumer = NonNullable<ConsumersView["consumers"]>[number]

/** The handlers of events in the host's own processes, and the events that they failed on. */
export const ConsumersPage = () => {
  const { data, error, isStale, reload } = useData<ConsumersView>("/consumers", () => true)
  const more = useMore<ParkedRow>("/consumers", data)
  const [replayed, setReplayed] = useState<ParkedRow | null>(null)
  const parked = [...(data?.data ?? []), ...more.rows]
  return (
    <>
      <div class="head">
        <h1>Consumers</h1>
      </div>
      {error !== null && data === null ? <Failure error={error} retry={reload} /> : null}
      {data === null && error === null ? <Loading /> : null}
      {data === null ? null : (
        <>
          {data.consumers === null ? null : <Consumers consumers={data.consumers} />}
          <div class="head">
            <h2 class="big">Events that failed</h2>
          </div>
          {parked.length === 0 ? (
            <Empty title="No event failed">
              <p>An event that a consumer can't handle is retried, and listed here meanwhile.</p>
            </Empty>
          ) : (
            <div class="card" aria-busy={isStale}>
              <ParkedTable parked={parked} onReplay={setReplayed} />
            </div>
          )}
          <ShowMore more={more} />
        </>
      )}
      {replayed === null ? null : (
        <ActForm
          title="Replay this event"
          name="consumers.replay"
          subject={replayed.event}
          input={{ consumer: replayed.consumer }}
          preview={
            `Gives ${replayed.type} to the consumer “${isolated(replayed.consumer)}” again now, ` +
            "with all its retries."
          }
          button="Replay"
          done="The event is replayed."
          onClose={() => setReplayed(null)}
          onDone={() => {
            setReplayed(null)
            reload()
          }}
        />
      )}
    </>
  )
}

const Consumers = ({ consumers }: { consumers: ReadonlyArray<Consumer> }) =>
  consumers.length === 0 ? (
    <Empty title="No consumer yet">
      <p>
        A program handles events in its own process by <code>payloom.events.consume</code>.
      </p>
    </Empty>
  ) : (
    <section class="card" aria-label="Consumers of the whole engine">
      <table class="rows books">
        <thead>
          <tr>
            <th scope="col">Consumer</th>
            <th scope="col">Position</th>
            <th scope="col">Runs in</th>
          </tr>
        </thead>
        <tbody>
          {consumers.map((consumer) => (
            <tr key={consumer.name}>
              <td>
                <span class="lead">
                  <Text>{consumer.name}</Text>
                </span>
              </td>
              <td>{lagOf(consumer)}</td>
              <td>
                {consumer.processes === 0 ? (
                  <Status of="stopped" />
                ) : (
                  count(consumer.processes, "process", "processes")
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )

const units = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
  ["second", 1000]
] as const

/** Returns the age of the oldest event that a consumer has not read, in words. */
const lagOf = ({ behindMs }: Consumer): string => {
  if (behindMs === null) return "not known"
  const found = units.find(([, length]) => behindMs >= length)
  if (found === undefined) return "up to date"
  const [unit, length] = found
  return `${count(Math.floor(behindMs / length), unit)} behind`
}

interface ParkedTableProps {
  readonly parked: ReadonlyArray<ParkedRow>
  readonly onReplay: (parked: ParkedRow) => void
}

const ParkedTable = ({ parked, onReplay }: ParkedTableProps) => {
  const mayReplay = useMay("operator")
  return (
    <Rows
      rows={parked}
      columns={[
        {
          head: "Event",
          cell: ({ type, consumer, parkedAt }) => (
            <>
              <Code>{type}</Code>
              <br />
              <span class="soft">
                <Text>{consumer}</Text>, <Time at={parkedAt} />
              </span>
            </>
          )
        },
        {
          head: "Status",
          cell: ({ status, tries, dueAt }) => (
            <>
              <Status of={status} />
              <br />
              <span class="soft">
                {count(tries, "try", "tries")}
                {dueAt === null ? null : (
                  <>
                    , next <Time at={dueAt} />
                  </>
                )}
              </span>
            </>
          )
        },
        { head: "Error", class: "wide", cell: ({ error }) => <Fault error={error} /> },
        {
          head: "Action",
          isAction: true,
          cells: "number",
          cell: (row) =>
            mayReplay ? (
              <button
                type="button"
                class="above"
                aria-label={`Replay ${row.type} ${row.event.slice(-8)}`}
                onClick={() => onReplay(row)}
              >
                Replay…
              </button>
            ) : null
        }
      ]}
    />
  )
}

/** The first line of an error. The rest, such as its stack, opens below it. */
const Fault = ({ error }: { error: string | null }) => {
  if (error === null) return <span class="soft">It waits behind another event.</span>
  const [first = "", ...others] = error.split(/\n| at (?=[\w.]+ \()| at (?=file:)/)
  return others.length === 0 ? (
    <Text>{first}</Text>
  ) : (
    <>
      <Text>{first}</Text>
      <details>
        <summary>The whole error</summary>
        <Raw>{error}</Raw>
      </details>
    </>
  )
}
