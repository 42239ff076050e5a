/**
 * Returns the numbers of cells for the contract on real databases: all with `npm run test:cells`,
 * one of them otherwise. The contract in memory always runs with all.
 */
export const cellCounts = (usual: 1 | 2 | 8): ReadonlyArray<number> =>
  process.env.SCENARIOS_ON === "cells" ? [1, 2, 8] : [usual]
