import { useEffect } from "preact/hooks"
import type { CellsView } from "../../../rooms/cells/CellsView.ts"
import { count } from "../../format/words.ts"
import { useData } from "../../frame/useData.ts"
import { Rows } from "../../parts/Rows.tsx"
import { Failure, Loading } from "../../parts/States.tsx"
import { Status } from "../../parts/Status.tsx"
import { Id, Text } from "../../parts/Text.tsx"
import { advice, phaseWords, spanWords } from "./cellWords.ts"

/** The time between two looks at the cells, in milliseconds. No event says that one is down. */
const againMs = 5000

/** The databases of the storage, and the moves of accounts between them. */
export const CellsPage = () => {
  const { data, error, reload } = useData<CellsView>("/cells")
  useEffect(() => {
    const timer = setInterval(reload, againMs)
    return () => clearInterval(timer)
  }, [reload])
  return (
    <>
      <div class="head">
        <h1>Cells</h1>
      </div>
      {error === null ? null : <Failure error={error} retry={reload} />}
      {data === null && error === null ? <Loading /> : null}
      {data === null ? null : (
        <>
          <Account account={data.account} />
          {data.cells.map((cell) => (
            <Advice key={cell.name} cell={cell} />
          ))}
          <div class="card">
            <CellTable cells={data.cells} now={data.now} />
          </div>
          {data.moves.length === 0 ? null : <Moves moves={data.moves} />}
        </>
      )}
    </>
  )
}

const Account = ({ account }: Pick<CellsView, "account">) =>
  account === null ? null : (
    <p>
      This account is in the cell{" "}
      <strong>
        <Text>{account.name}</Text>
      </strong>
      {account.isReachable ? "." : ", which does not answer."}
      {account.move === null ? null : (
        <>
          {" "}
          It moves to <Text>{account.move.to}</Text>: {phaseWords[account.move.phase]}.
        </>
      )}
    </p>
  )

type Cell = CellsView["cells"][number]

const Advice = ({ cell }: { cell: Cell }) => {
  const { name, state, tenants, problem } = cell
  const what = advice(cell)
  return what === null ? null : (
    <p class="notice">
      The cell <Text>{name}</Text> is {state}, with {count(tenants, "account")}. {what}{" "}
      {problem === null ? null : <Text>{problem}</Text>}
    </p>
  )
}

const CellTable = ({ cells, now }: Pick<CellsView, "cells" | "now">) => (
  <Rows
    rows={cells.map((cell) => ({ ...cell, id: cell.name }))}
    columns={[
      {
        head: "Cell",
        cell: ({ name, tenants, isDrained }) => (
          <>
            <span class="lead">
              <Text>{name}</Text>
            </span>
            <span class="soft reason">
              {count(tenants, "account")}
              {isDrained ? ", and gets no new ones" : null}
            </span>
          </>
        )
      },
      { head: "State", cell: ({ state }) => <Status of={state} /> },
      {
        head: "Late jobs",
        cell: ({ state, lateSince }) => {
          if (state !== "up") return "not known"
          return lateSince === null ? "none" : `for ${spanWords(now - lateSince)}`
        }
      },
      {
        head: "Open alerts",
        cells: "number",
        cell: ({ openAlerts }) => openAlerts ?? "not known"
      }
    ]}
  />
)

const Moves = ({ moves }: Pick<CellsView, "moves">) => (
  <>
    <div class="head">
      <h2 class="big">Moves that are not finished</h2>
    </div>
    <div class="card">
      <Rows
        rows={moves.map((move) => ({ ...move, id: move.tenant }))}
        columns={[
          { head: "Account", cell: ({ tenant }) => <Id>{tenant}</Id> },
          {
            head: "Move",
            cell: ({ from, to }) => <Text>{`${from} to ${to}`}</Text>
          },
          { head: "Progress", cell: ({ phase }) => phaseWords[phase] }
        ]}
      />
    </div>
    <p class="soft">
      If no process runs a move, continue it by <code>payloom cells move</code> with the same
      account and cell, or undo it with <code>--undo</code>.
    </p>
  </>
)
