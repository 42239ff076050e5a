import {
  type ChildProcessByStdio,
  type SpawnOptionsWithStdioTuple,
  spawn
} from "node:child_process"
import { createInterface } from "node:readline"
import type { Readable, Writable } from "node:stream"
import { fileURLToPath } from "node:url"
import {
  type FlowCall,
  type PrismLibrary,
  PrismRefused,
  PrismUnavailable
} from "../library/PrismLibrary.ts"
import { workerLibrary } from "../library/workerLibrary.ts"
import { libraryCommand } from "./libraryCommand.ts"

/**
 * Returns the installed library, or null if there is none. On a system with an older glibc it runs
 * in a process of its own, on newer system libraries. All files that share their modules share the
 * process, which ends with this one.
 */
export const testLibrary = (): Promise<PrismLibrary | null> => {
  started ??= loaded(startLibrary())
  return started
}

let started: Promise<PrismLibrary | null> | undefined

/** Waits until the library is loaded, which takes long on a busy machine. It refuses the call. */
const loaded = async (library: PrismLibrary | null): Promise<PrismLibrary | null> => {
  await library?.request({} as FlowCall).catch(() => undefined)
  return library
}

const startLibrary = (): PrismLibrary | null => {
  const command = libraryCommand()
  if ("from" in command && command.isLoadable) return workerLibrary(command.from)
  const child = startOnLibrary(new URL("prismChild.ts", import.meta.url), [])
  return child === null ? null : inProcess(child)
}

/** A program that is started. Its errors are this process's. */
type Started = ChildProcessByStdio<Writable, Readable, null>

/**
 * Starts a program that loads the library, or returns null if there is none. Its first argument is
 * the URL to load the library from.
 */
export const startOnLibrary = (program: URL, more: ReadonlyArray<string>): Started | null => {
  const command = libraryCommand()
  if ("missing" in command) {
    const { missing } = command
    console.warn(`Tests of hyperswitch-prism are skipped. ${missing} Run: npm run prism:install`)
    return null
  }
  const { execPath, execArgv, from } = command
  const options: SpawnOptionsWithStdioTuple<"pipe", "pipe", "inherit"> = {
    stdio: ["pipe", "pipe", "inherit"],
    env: { ...process.env, NODE_OPTIONS: "" }
  }
  return spawn(execPath, [...execArgv, fileURLToPath(program), from, ...more], options)
}

interface Waiting {
  readonly resolve: (value: unknown) => void
  readonly reject: (failure: Error) => void
}

const inProcess = (child: Started): PrismLibrary => {
  const waiting = new Map<number, Waiting>()
  let calls = 0
  createInterface({ input: child.stdout }).on("line", (line) => {
    const { id, value, error } = JSON.parse(line)
    const found = waiting.get(id)
    waiting.delete(id)
    if (error === undefined) found?.resolve(value)
    else if (error.name === "PrismRefused") {
      found?.reject(new PrismRefused(error.code, error.message))
    } else found?.reject(new PrismUnavailable(error.message))
  })
  child.on("exit", (code) => {
    for (const { reject } of waiting.values()) {
      reject(new PrismUnavailable(`The process ended with ${code}.`))
    }
  })
  const ask = <A>(call: object): Promise<A> =>
    new Promise<unknown>((resolve, reject) => {
      calls += 1
      waiting.set(calls, { resolve, reject })
      child.stdin.write(`${JSON.stringify({ id: calls, ...call })}\n`)
    }) as Promise<A>
  return {
    request: (call) => ask({ call }),
    parse: (call, answer) => ask({ call, answer })
  }
}
