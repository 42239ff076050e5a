import { exitCodes } from "../command/exitCodes.ts"
import { hasColour, type Terminal } from "../command/Terminal.ts"
import { displayWidth } from "./displayWidth.ts"
import { note } from "./note.ts"
import type { Cell, Output, Section } from "./Output.ts"
import { type Paint, painter, textOfCell } from "./paint.ts"
import { renderTable } from "./renderTable.ts"
import { safeJson, safeText } from "./safeText.ts"
import { writeAll } from "./writeAll.ts"
import { writeWholeFile } from "./writeWholeFile.ts"

/**
 * Prints the result of a command. Resolves to the exit code. A stream and pieces are printed as
 * fast as the reader of the output reads. The signal ends the wait for a reader.
 */
export const render = async (
  output: Output,
  terminal: Terminal,
  json: boolean,
  signal?: AbortSignal
): Promise<number> => {
  const { stdout } = terminal
  const paint = painter(hasColour(terminal))
  const write = (line: string) => stdout.write(`${line}\n`)
  if (output.kind === "stream") {
    for await (const line of output.lines) {
      const between = line.isList === true ? "\n" : "  "
      const text = json
        ? safeJson(line.json)
        : line.cells.map((cell) => painted(cell, paint)).join(between)
      await writeAll(stdout, `${text}\n`, signal)
    }
  } else if (output.kind === "pieces" && output.file !== undefined) {
    const bytes = await writeWholeFile(output.file, output.pieces, signal)
    if (bytes !== null)
      write(json ? safeJson({ file: output.file, bytes }, 2) : `Wrote ${safeText(output.file)}`)
  } else if (output.kind === "pieces") {
    for await (const piece of json ? inJson(output.jsonName, output.pieces) : output.pieces) {
      await writeAll(stdout, piece, signal)
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

/**
 * Writes the pieces as one text of a JSON document. The document ends even if later pieces fail. If
 * the first piece fails, the document of the error is the only one.
 */
async function* inJson(name: string, pieces: AsyncIterable<string>): AsyncGenerator<string, void> {
  let before = `{${safeJson(name)}:"`
  let hasBegun = false
  try {
    for await (const piece of pieces) {
      hasBegun = true
      yield before + safeJson(piece).slice(1, -1)
      before = ""
    }
  } finally {
    if (hasBegun) yield '"}\n'
  }
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
