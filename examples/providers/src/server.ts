// Decoders are compiled, as an application may do it.
import "effect/schema/SchemaJITCompiler/enable"
import { serveNode } from "@payloom/adapter-http/node"
import type { LogEntry } from "@payloom/core"
import { aheadClock } from "@payloom/example-kit/aheadClock"
import type { Order, Report } from "@payloom/example-kit/crew"
import { type Places, startEngine } from "./engine.ts"
import { loadedLibrary } from "./loadedLibrary.ts"

interface ServerSetup extends Places, Order {
  /** The URL of a program that has hyperswitch-prism installed. Null without the library. */
  readonly from: string | null
}

const report = (what: Report) => process.send?.(what)

/** Errors of a provider that breaks down or doesn't answer are expected here. */
const expected = /fetch failed|HTTP \d+|connection|timeout|StorageUnavailable|did not answer/i

const onLog = ({ level, message, cause = "" }: LogEntry): void => {
  if (level === "error" && !expected.test(`${message} ${cause}`)) {
    report({ wrong: `${message} ${cause}` })
  }
}

const setup: ServerSetup = JSON.parse(process.argv[2] ?? "")
const clock = aheadClock(setup.aheadMs)

process.on("message", ({ aheadMs }: Order) => clock.moveTo(Date.now() + aheadMs))
// The parent process has ended, or needs the server no longer.
process.on("disconnect", () => process.exit())

const library = setup.from === null ? null : await loadedLibrary(setup.from)
const { payloom } = await startEngine(setup, library, { clock, works: true, onLog })
const { url } = await serveNode(payloom, { port: 0 })
report({ url })
