export { type AddedCell, addCell, type CellToAdd } from "./addCell.ts"
export { type AdoptedStore, adoptStore, type StoreToAdopt } from "./adopt/adoptStore.ts"
export type { AdoptProgress } from "./adopt/enterTenants.ts"
export { type AdoptionToUndo, type UnadoptedStore, undoAdoption } from "./adopt/undoAdoption.ts"
export { CellDown } from "./Cell.ts"
export { CellsRefused } from "./CellsRefused.ts"
export { cellTables } from "./cellRows.ts"
export { type CellsOptions, cells, cellsOptionsOf } from "./cells.ts"
export { positionInCells, positionsByCell } from "./feedPlaces.ts"
export { inspectCells } from "./inspectCells.ts"
export {
  type CellDrain,
  type DrainedCell,
  type DrainProgress,
  drainCell,
  type FailedMove,
  undoDrain
} from "./moves/drainCell.ts"
export type { MoveProgress, MoveStage } from "./moves/MoveContext.ts"
export { MoveRefused } from "./moves/MoveRefused.ts"
export { type MoveError, moveTenant, type TenantMove, undoMove } from "./moves/moveTenant.ts"
export type { TableModules } from "./moves/openForMoves.ts"
export type { MovedTenant } from "./moves/runMove.ts"
export type { CellLayers } from "./openCells.ts"
export { type CellsToCopy, openToCopy } from "./openToCopy.ts"
export { type CellsToRepair, type RepairedCells, repairCells } from "./repair/repairCells.ts"
