export { CellDown } from "./Cell.ts"
export { CellsRefused } from "./CellsRefused.ts"
export { type CellsOptions, cells } from "./cells.ts"
export type { MoveProgress, MoveStage } from "./moves/MoveContext.ts"
export { MoveRefused } from "./moves/MoveRefused.ts"
export {
  type MovedTenant,
  type MoveError,
  moveTenant,
  type TenantMove,
  undoMove
} from "./moves/moveTenant.ts"
export type { CellLayers } from "./openCells.ts"
