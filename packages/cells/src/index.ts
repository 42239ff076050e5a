export { CellDown } from "./Cell.ts"
export { CellsRefused } from "./CellsRefused.ts"
export { type CellsOptions, cells } from "./cells.ts"
export type { CellLayers } from "./openCells.ts"
