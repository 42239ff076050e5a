// As an application may: compiled decoders.
import "effect/schema/SchemaJITCompiler/enable"
import { serveNode } from "@payloom/adapter-http/node"
import type { LogEntry } from "@payloom/core"
import { aheadClock } from "@payloom/example-kit/aheadClock"
import { type Places, startEngine } from "./engine.ts"

/** What a server begins with. */
export interface ServerSetup extends Places {
  /** How far the trial's time is ahead of the machine's, in milliseconds. */
  readonly aheadMs: number
}

/** What it is told while it lives. */
export type Order = Pick<ServerSetup, "aheadMs">

/** What it says: where it can be asked once it can be, and what should never happen. */
export type Report = { readonly url: string } | { readonly wrong: string }

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
