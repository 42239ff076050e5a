import { say } from "../report.ts"
import { cellLines, cellMicroseconds, measureCells } from "./measureCells.ts"
import {
  measurePostgresCells,
  postgresCellLines,
  postgresCellMicroseconds
} from "./measurePostgresCells.ts"

/** Measures only cells, on SQLite files or on PostgreSQL, and prints the results. */
export const sayCells = async (folder: string, onPostgres: boolean): Promise<void> => {
  if (onPostgres) {
    const measured = await measurePostgresCells()
    say(postgresCellLines(measured), postgresCellMicroseconds(measured))
  } else {
    const measured = await measureCells(folder)
    say(cellLines(measured), cellMicroseconds(measured))
  }
}
