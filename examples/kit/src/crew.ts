import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"

/** How far a server's time is ahead of the machine's, in milliseconds: at first, and as told. */
export interface Order {
  readonly aheadMs: number
}

/** What a server says: where it can be asked once it can be, and what should never happen. */
export type Report = { readonly url: string } | { readonly wrong: string }

/** Servers on one database, each a process. */
export interface Crew {
  /** One of those that can be asked, whichever chance picks; null where none can be. */
  readonly url: () => string | null
  /** Kills one of them; answers whether there was one. */
  readonly kill: () => boolean
  /** Tells all of them, and those that are started later, how far their time is ahead. */
  readonly moveAhead: (aheadMs: number) => void
  /** What they said that should never happen. */
  readonly wrong: ReadonlyArray<string>
  /** Ends all of them, and none is replaced. */
  readonly stop: () => Promise<void>
}

/** Picks one at random. */
export const oneOf = <A>(all: ReadonlyArray<A>): A | undefined =>
  all[Math.floor(Math.random() * all.length)]

/** Servers to be started. */
export interface CrewOptions {
  readonly servers: number
  /** The program of each, which takes its setup as JSON in its first argument. */
  readonly script: string
  /** What it is told beside how far its time is ahead. */
  readonly setup: object
}

/** Starts servers. Whichever ends is replaced at once. */
export const startCrew = ({ servers, script, setup }: CrewOptions): Crew => {
  let aheadMs = 0
  let isOver = false
  const wrong: Array<string> = []
  const crew = new Map<ChildProcess, string | null>()
  const atWork = () => [...crew].flatMap(([server, url]) => (url === null ? [] : [{ server, url }]))
  const start = () => {
    const server = fork(script, [JSON.stringify({ ...setup, aheadMs })], {
      execArgv: ["--conditions=source"]
    })
    crew.set(server, null)
    server.on("message", (report: Report) => {
      if ("url" in report) crew.set(server, report.url)
      else wrong.push(report.wrong)
    })
    server.once("exit", () => {
      crew.delete(server)
      if (!isOver) start()
    })
  }
  for (let nth = 0; nth < servers; nth++) start()
  return {
    url: () => oneOf(atWork())?.url ?? null,
    kill: () => {
      const { server } = oneOf(atWork()) ?? {}
      if (server === undefined) return false
      crew.set(server, null)
      return server.kill("SIGKILL")
    },
    moveAhead: (ms) => {
      aheadMs = ms
      // One that dies at this very moment is replaced by one that knows.
      for (const server of crew.keys()) server.send({ aheadMs } satisfies Order, () => undefined)
    },
    wrong,
    stop: async () => {
      isOver = true
      const ended = [...crew.keys()].map((server) => once(server, "exit"))
      for (const server of crew.keys()) {
        if (server.connected) server.disconnect()
        else server.kill()
      }
      await Promise.all(ended)
    }
  }
}
