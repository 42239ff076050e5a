/**
 * A server loads this module first. The parent process sets its clock. The clock is slow, so times
 * that a page shows to the second are the same at each run. The later of two rows is still later.
 */
const slowness = 50

const Machine = Date
let [moment, since] = [Number(process.env.PICTURE_MOMENT), performance.now()]

const now = (): number => Math.floor(moment + (performance.now() - since) / slowness)

globalThis.Date = class extends Machine {
  static override now = now
  constructor(...given: ReadonlyArray<never>) {
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
