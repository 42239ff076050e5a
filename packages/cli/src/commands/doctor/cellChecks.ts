import { inspectCells } from "@payloom/cells"
import type { CellState, CellsOverview } from "@payloom/core"
import { counted } from "../../output/format.ts"
import { runOnCells, type SetupCells } from "../cells/cellsIn.ts"
import { type Finding, ok, problem, warning } from "./Finding.ts"
import { remedyOf } from "./openingFinding.ts"

/** The remedies that differ from those for one store, by the reason of the adapter. */
const remedies: Readonly<Record<string, string>> = {
  no_store: "Correct the file or the address of the cell in the setup, or restore its backup.",
  cell_restored:
    "Run payloom cells repair, and then payloom reconcile --with-providers, with the same setup.",
  other_release:
    "Start an engine of this release, which upgrades the cell. Or use the payloom of the release " +
    "that the engines run."
}

/** The most moves that a sentence names. */
const mostNamed = 3

/** Checks each cell of a setup and of its directory, and the moves between them. */
export const checkCells = async ({
  storages,
  modules
}: SetupCells): Promise<CellsOverview & { readonly findings: ReadonlyArray<Finding> }> => {
  const overview = await runOnCells(inspectCells(storages, modules))
  const findings = [...overview.cells.map(findingOf), moveFinding(overview.moves)]
  return { ...overview, findings }
}

const findingOf = ({ name, state, tenants, problem: why, reason }: CellState): Finding => {
  const check = `cell ${name}`
  const held = counted(tenants, "tenant")
  switch (state) {
    case "up":
      return ok(check, `It is up, with ${held}.`)
    case "new":
      return warning(
        check,
        "It is in the setup, and no engine has used it yet.",
        `Run payloom cells add ${name}, or start an engine with it.`
      )
    case "down":
      return problem(
        check,
        `It is down, with ${held} that can't pay: ${why}`,
        "Start its database, and check its address in the setup."
      )
    case "refused":
      return problem(
        check,
        `It was refused, with ${held}: ${why}`,
        (reason === null ? undefined : remedies[reason]) ??
          remedyOf(reason) ??
          "Correct its storage in the setup."
      )
    case "missing":
      return tenants > 0
        ? problem(
            check,
            `The directory has ${held} in it, and the setup does not have it.`,
            "Add the cell to the setup of all processes. Its tenants can't pay until then."
          )
        : warning(
            check,
            "The directory has it, without a tenant, and the setup does not have it.",
            "Add the cell to the setup: consumers and erasures still read what was written there."
          )
  }
}

const moveFinding = (moves: CellsOverview["moves"]): Finding => {
  if (moves.length === 0) return ok("moves", "No move of a tenant is unfinished.")
  const named = moves
    .slice(0, mostNamed)
    .map(({ tenant, from, to, phase }) => `${tenant} from ${from} to ${to} (${phase})`)
  const more = moves.length > mostNamed ? ", …" : ""
  return warning(
    "moves",
    `${counted(moves.length, "move")} not finished: ${named.join(", ")}${more}.`,
    "If no process runs it, run payloom cells move again with the same tenant and cell, or --undo."
  )
}
