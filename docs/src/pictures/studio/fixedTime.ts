/**
 * Loaded before a server: its clock is where the parent process puts it, and creeps. So times that
 * a page shows to the second are the same at each run, and the later of two rows is still later.
 */
const slowness = 50

const Machine = Date
let [moment, since] = [Machine.now(), performance.now()]

const now = (): number => Math.floor(moment + (performance.now() - since) / slowness)

globalThis.Date = class extends Machine {
  static override now = now
  constructor(...given: ReadonlyArray<never>) {
    // A date of its parts is as the machine makes it; one of nothing is now.
    super(...((given.length === 0 ? [now()] : given) as [number]))
  }
} as DateConstructor

process.on("message", (message: { readonly moment: number }) => {
  moment = message.moment
  since = performance.now()
  process.send?.("there")
})
process.on("disconnect", () => process.exit(1))
process.channel?.unref()
