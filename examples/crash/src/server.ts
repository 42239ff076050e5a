// As an application may: compiled decoders.
import "effect/schema/SchemaJITCompiler/enable"
import { serveNode } from "@payloom/adapter-http/node"
import type { LogEntry } from "@payloom/core"
import { aheadClock } from "@payloom/example-kit/aheadClock"
import type { Order, Report } from "@payloom/example-kit/crew"
import { type Places, startEngine } from "./engine.ts"

/** What a server begins with. */
interface ServerSetup extends Places, Order {}

const report = (what: Report) => process.send?.(what)

/** What happens to a sandbox's bank, and to a database, is no surprise here. */
const expected = /sandbox: |StorageUnavailable/

const onLog = ({ level, message, cause = "" }: LogEntry): void => {
  if (level === "error" && !expected.test(cause)) report({ wrong: `${message} ${cause}` })
}

const setup: ServerSetup = JSON.parse(process.argv[2] ?? "")
const clock = aheadClock(setup.aheadMs)

process.on("message", ({ aheadMs }: Order) => clock.moveTo(Date.now() + aheadMs))
// Whoever started it is gone, or has seen enough.
process.on("disconnect", () => process.exit())

// Where the database isn't there it ends, and is started again.
const part = { clock, works: true, onLog }
const { payloom } = await startEngine(setup, part).catch(() => process.exit(1))
const { url } = await serveNode(payloom, { port: 0 })
report({ url })
