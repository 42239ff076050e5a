import {
  type ChildProcessByStdio,
  type SpawnOptionsWithStdioTuple,
  spawn
} from "node:child_process"
import { existsSync } from "node:fs"
import { createInterface } from "node:readline"
import type { Readable, Writable } from "node:stream"
import { fileURLToPath } from "node:url"
import { type PrismLibrary, PrismRefused, PrismUnavailable } from "../library/PrismLibrary.ts"
import { workerLibrary } from "../library/workerLibrary.ts"

const folder = new URL("../../library/", import.meta.url)
const from = new URL("package.json", folder).href
const system = fileURLToPath(new URL("system/usr/lib/x86_64-linux-gnu", folder))
const isInstalled = existsSync(new URL("node_modules/hyperswitch-prism/package.json", folder))

/** The library needs this version of glibc, which is 2.38, or newer. */
const neededMinor = 38

const glibcMinor = (): number => {
  const report = Object(process.report)
  report.excludeNetwork = true
  const { glibcVersionRuntime = "2.0" } = Object(process.report.getReport()).header
  return Number(String(glibcVersionRuntime).split(".")[1])
}

/** The library for tests, and the function that ends its process. */
export interface TestLibrary extends PrismLibrary {
  readonly close: () => void
}

/**
 * Returns the library of `packages/provider-prism/library`, or null if it isn't installed. On a
 * system with an older glibc it runs in a process of its own, on newer system libraries.
 */
export const testLibrary = (): TestLibrary | null => {
  if (isInstalled && glibcMinor() >= neededMinor) {
    return { ...workerLibrary(from), close: () => undefined }
  }
  const child = startOnLibrary(new URL("prismChild.ts", import.meta.url), [])
  return child === null ? null : inProcess(child)
}

/** A program that is started. Its errors are this process's. */
type Started = ChildProcessByStdio<Writable, Readable, null>

/**
 * Starts a program that loads the library, or returns null if it isn't installed. Its first
 * argument is the URL to load the library from. On a system with an older glibc, Node runs on the
 * newer system libraries, by their own loader.
 */
export const startOnLibrary = (program: URL, more: ReadonlyArray<string>): Started | null => {
  if (!isInstalled) return missing("The library is not installed.")
  const args = ["--conditions=source", fileURLToPath(program), from, ...more]
  const options: SpawnOptionsWithStdioTuple<"pipe", "pipe", "inherit"> = {
    stdio: ["pipe", "pipe", "inherit"],
    env: { ...process.env, NODE_OPTIONS: "" }
  }
  if (glibcMinor() >= neededMinor) return spawn(process.execPath, args, options)
  if (!existsSync(system)) return missing("This system's glibc is older than 2.38.")
  const loader = `${system}/ld-linux-x86-64.so.2`
  return spawn(loader, ["--library-path", system, process.execPath, ...args], options)
}

const missing = (reason: string): null => {
  console.warn(`Tests of hyperswitch-prism are skipped. ${reason} Run: npm run prism:install`)
  return null
}

interface Waiting {
  readonly resolve: (value: unknown) => void
  readonly reject: (failure: Error) => void
}

const inProcess = (child: Started): TestLibrary => {
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
    parse: (call, answer) => ask({ call, answer }),
    close: () => child.stdin.end()
  }
}
