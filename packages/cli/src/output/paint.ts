import { styleText } from "node:util"
import type { Cell, Colour } from "./Output.ts"
import { safeText } from "./safeText.ts"

/** Adds the colour of a cell to its fitted text. */
export type Paint = (fitted: string, cell: Cell) => string

const styles = {
  green: "green",
  red: "red",
  yellow: "yellow",
  grey: "gray",
  bold: "bold"
} as const satisfies Record<Colour, string>

/** Returns the text of a cell, safe for a terminal. */
export const textOfCell = (cell: Cell): string =>
  safeText(typeof cell === "string" ? cell : cell.text)

/** Returns a function that colours cells, or one that leaves them as they are. */
export const painter =
  (hasColours: boolean): Paint =>
  (fitted, cell) =>
    hasColours && typeof cell !== "string"
      ? styleText(styles[cell.colour], fitted, { validateStream: false })
      : fitted
