import { type ChildProcess, type ForkOptions, fork } from "node:child_process"
import { once } from "node:events"

/** The lead of a server's clock over the machine's clock, in milliseconds. */
export interface Order {
  readonly aheadMs: number
}

/** A message of a server: its address once it listens, or an error that must never happen. */
export type Report = { readonly url: string } | { readonly wrong: string }

/** Servers on one database, each in a process. */
export interface Crew {
  /** Returns the address of a random server that listens. Null if there is none. */
  readonly url: () => string | null
  /** Returns the addresses of all servers that listen. */
  readonly urls: () => ReadonlyArray<string>
  /** Kills a random server. Returns false if there is none. */
  readonly kill: () => boolean
  /** Kills all servers, also those that don't listen yet. Resolves when they have ended. */
  readonly killAll: () => Promise<void>
  /** Moves the clocks of all servers ahead, and of those that start later. */
  readonly moveAhead: (aheadMs: number) => void
  /** Errors of the servers that must never happen. */
  readonly wrong: ReadonlyArray<string>
  /** Ends all servers without replacement. */
  readonly stop: () => Promise<void>
}

/** Returns a random element. */
export const oneOf = <A>(all: ReadonlyArray<A>): A | undefined =>
  all[Math.floor(Math.random() * all.length)]

/** The options of servers. */
export interface CrewOptions {
  readonly servers: number
  /** The program of each server. Its first argument is its setup as JSON. */
  readonly script: string
  /** The same program of another release, which about half of the starts run instead. */
  readonly beside?: string | null
  /** The setup of each server, besides the lead of its clock. */
  readonly setup: object
  /** The program that runs the script, and its arguments. The default is Node on the sources. */
  readonly run?: Pick<ForkOptions, "execPath" | "execArgv" | "env">
}

/** Starts servers. A server that ends is replaced at once. */
export const startCrew = ({ servers, script, beside, setup, run }: CrewOptions): Crew => {
  let aheadMs = 0
  let isOver = false
  const wrong: Array<string> = []
  const programs = [script, ...(beside ? [beside] : [])]
  const crew = new Map<ChildProcess, string | null>()
  const atWork = () => [...crew].flatMap(([server, url]) => (url === null ? [] : [{ server, url }]))
  const start = () => {
    const server = fork(oneOf(programs) ?? script, [JSON.stringify({ ...setup, aheadMs })], {
      execArgv: ["--conditions=source"],
      ...run
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
    urls: () => atWork().map(({ url }) => url),
    kill: () => {
      const { server } = oneOf(atWork()) ?? {}
      if (server === undefined) return false
      crew.set(server, null)
      return server.kill("SIGKILL")
    },
    killAll: async () => {
      const ended = [...crew.keys()].map((server) => once(server, "exit"))
      for (const server of crew.keys()) server.kill("SIGKILL")
      await Promise.all(ended)
    },
    moveAhead: (ms) => {
      aheadMs = ms
      // If a server dies now, its replacement has the new lead.
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
