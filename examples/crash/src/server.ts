// Decoders are compiled, as an application may do it.
import "effect/schema/SchemaJITCompiler/enable"
import { serveNode } from "@payloom/adapter-http/node"
import type { LogEntry } from "@payloom/core"
import { aheadClock } from "@payloom/example-kit/aheadClock"
import type { Order, Report } from "@payloom/example-kit/crew"
import type { TrialPlaces } from "@payloom/example-kit/startTrialEngine"
import { startEngine } from "./engine.ts"

/** The setup of a server. */
interface ServerSetup extends TrialPlaces, Order {}

const report = (what: Report) => process.send?.(what)

/** Errors of the sandbox's bank and of a database are expected here. */
const expected = /sandbox: |StorageUnavailable/

const onLog = ({ level, message, cause = "" }: LogEntry): void => {
  if (level === "error" && !expected.test(cause)) report({ wrong: `${message} ${cause}` })
}

const setup: ServerSetup = JSON.parse(process.argv[2] ?? "")
const clock = aheadClock(setup.aheadMs)

process.on("message", ({ aheadMs }: Order) => clock.moveTo(Date.now() + aheadMs))
// The parent process has ended, or needs the server no longer.
process.on("disconnect", () => process.exit())

// If the database is unreachable, the server exits and is started again.
const part = { clock, works: true, onLog }
const { payloom } = await startEngine(setup, part).catch(() => process.exit(1))
const { url } = await serveNode(payloom, { port: 0 })
report({ url })
