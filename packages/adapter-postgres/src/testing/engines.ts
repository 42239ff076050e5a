import { Payloom } from "@payloom/core"
import type { Sandbox } from "@payloom/testkit"
import { postgres } from "../postgres.ts"

/** An engine on a database, which runs what is due when it is told to. */
export const openEngine = (box: Sandbox, connection: string): Promise<Payloom> =>
  Payloom.make({
    ...box.setup,
    storage: postgres({ connection }),
    workers: false,
    onLog: () => undefined
  })

/** Hands one and the same consumer all events that are new for it; answers their ids. */
export const consumeNew = async (payloom: Payloom): Promise<ReadonlyArray<string>> => {
  const seen: Array<string> = []
  const { stop } = await payloom.events.consume("all", ({ id }) => void seen.push(id), {
    from: "beginning"
  })
  await payloom.runDue()
  await stop()
  return seen
}
