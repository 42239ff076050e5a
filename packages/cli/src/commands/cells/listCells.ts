import { inspectCells } from "@payloom/cells"
import type { CellState, UnfinishedMove } from "@payloom/core"
import type { Run } from "../../command/Command.ts"
import { spanText } from "../../output/format.ts"
import type { Cell, Table } from "../../output/Output.ts"
import { wireForm } from "../../output/wireForm.ts"
import { cellsIn, runOnCells } from "./cellsIn.ts"

/** Lists the cells of a setup and of its directory. */
export const listCells: Run<{ readonly setup: string | undefined }, "nothing"> = async (
  { setup },
  { terminal }
) => {
  const { storages, modules } = await cellsIn(setup, terminal)
  const { cells, moves } = await runOnCells(inspectCells(storages, modules))
  return {
    kind: "value",
    sections: [
      { table: tableOfCells(cells) },
      ...(moves.length === 0 ? [] : [{ title: "Moves to finish", table: tableOfMoves(moves) }])
    ],
    json: { object: "list", data: wireForm(cells), moves: wireForm(moves) }
  }
}

const tableOfCells = (cells: ReadonlyArray<CellState>): Table => ({
  columns: [
    { title: "Cell" },
    { title: "State" },
    { title: "Tenants", align: "right" },
    { title: "New tenants" },
    { title: "Late", align: "right" },
    { title: "Open alerts", align: "right" },
    { title: "Problem", shrinks: true }
  ],
  rows: cells.map(({ name, state, tenants, isDrained, lateSince, openAlerts, problem }) => [
    name,
    stateCell(state),
    String(tenants),
    isDrained ? "no" : "yes",
    lateSince === null ? "-" : { text: spanText(Date.now() - lateSince), colour: "red" },
    openAlerts === null ? "-" : String(openAlerts),
    problem ?? "-"
  ]),
  empty: "There are no cells."
})

const stateCell = (state: CellState["state"]): Cell => {
  if (state === "up") return { text: state, colour: "green" }
  return state === "new" ? state : { text: state, colour: "red" }
}

const tableOfMoves = (moves: ReadonlyArray<UnfinishedMove>): Table => ({
  columns: [{ title: "Tenant" }, { title: "From" }, { title: "To" }, { title: "Phase" }],
  rows: moves.map(({ tenant, from, to, phase }) => [tenant, from, to, phase]),
  empty: ""
})
