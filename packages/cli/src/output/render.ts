import { exitCodes } from "../command/exitCodes.ts"
import { hasColour, type Terminal } from "../command/Terminal.ts"
import { displayWidth } from "./displayWidth.ts"
import { note } from "./note.ts"
import type { Cell, Output, Section } from "./Output.ts"
import { type Paint, painter, textOfCell } from "./paint.ts"
import { renderTable } from "./renderTable.ts"
import { safeJson } from "./safeText.ts"

/** Prints the result of a command. Resolves to the exit code. */
export const render = async (
  output: Output,
  terminal: Terminal,
  json: boolean
): Promise<number> => {
  const { stdout } = terminal
  const paint = painter(hasColour(terminal))
  const write = (line: string) => stdout.write(`${line}\n`)
  if (output.kind === "stream") {
    for await (const line of output.lines) {
      const between = line.isList === true ? "\n" : "  "
      write(
        json ? safeJson(line.json) : line.cells.map((cell) => painted(cell, paint)).join(between)
      )
    }
  } else if (json) write(safeJson(output.json, 2))
  else if (output.kind === "text") stdout.write(output.text)
  else {
    const width = stdout.isTTY === true ? (stdout.columns ?? 80) : null
    const lines =
      output.kind === "table"
        ? renderTable(output.table, width, paint)
        : output.sections.flatMap((section, nth) => [
            ...(nth === 0 ? [] : [""]),
            ...renderSection(section, width, paint)
          ])
    for (const line of lines) write(line)
  }
  if (!json) for (const sentence of output.notes ?? []) note(terminal, sentence)
  return output.exitCode ?? exitCodes.done
}

const painted = (cell: Cell, paint: Paint): string => paint(textOfCell(cell), cell)

const renderSection = (
  { title, fields = [], table, lines = [] }: Section,
  width: number | null,
  paint: Paint
): ReadonlyArray<string> => {
  const widest = Math.max(0, ...fields.map(([label]) => displayWidth(label)))
  return [
    ...(title === undefined ? [] : [painted({ text: title, colour: "bold" }, paint)]),
    ...fields.map(([label, value]) => {
      const space = " ".repeat(widest - displayWidth(label))
      return `${painted({ text: label, colour: "grey" }, paint)}${space}  ${painted(value, paint)}`
    }),
    ...(table === undefined ? [] : renderTable(table, width, paint)),
    ...lines.map((line) => painted(line, paint))
  ]
}
