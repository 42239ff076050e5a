import { Payloom } from "@payloom/core"
import type { Sandbox } from "@payloom/testkit"
import { postgres } from "../postgres.ts"

/** Opens an engine on a database. The engine runs due jobs only when the test calls `runDue`. */
export const openEngine = (box: Sandbox, connection: string): Promise<Payloom> =>
  Payloom.make({
    ...box.setup,
    storage: postgres({ connection }),
    workers: false,
    onLog: () => undefined
  })

/** Runs one consumer over its new events. Returns the events' ids. */
export const consumeNew = async (payloom: Payloom): Promise<ReadonlyArray<string>> => {
  const seen: Array<string> = []
  const { stop } = await payloom.events.consume("all", ({ id }) => void seen.push(id), {
    from: "beginning"
  })
  await payloom.runDue()
  await stop()
  return seen
}
