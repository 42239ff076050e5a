import { readyToFill } from "./filledCells.ts"

// Fills one cell of a folder in a process of its own, once it gets the number of payments.
const [folder = "", nth] = process.argv.slice(2)
const fill = await readyToFill(folder, Number(nth))
process.once("message", (payments) => {
  fill(Number(payments))
  process.disconnect()
})
process.send?.("ready")
