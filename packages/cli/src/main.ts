#!/usr/bin/env node
import { StorageUnavailable } from "@payloom/core"
import { Effect, Logger } from "effect"
import { CopyRefused } from "./copy/CopyRefused.ts"
import { copyStore } from "./copyStore.ts"
import { assertLocations } from "./locations.ts"
import { copiedAsJson, copiedAsText, copyBar } from "./progressOutput.ts"
import { type CopyCommand, readCommand } from "./readCommand.ts"
import { runRestoreCommand } from "./restoreCommands.ts"
import { storageAt } from "./storageAt.ts"

/** Short, because a person waits and may have mistyped an address. */
const openTimeoutMs = 10_000

const copy = async ({ from, to, verifyOnly, json }: CopyCommand): Promise<void> => {
  const started = performance.now()
  const bar = copyBar(!json)
  try {
    await assertLocations(from, to)
    const copied = await Effect.runPromise(
      copyStore({
        from: storageAt(from, { openTimeoutMs }),
        to: storageAt(to, { openTimeoutMs }),
        verifyOnly,
        onProgress: bar.show
      }).pipe(Effect.provide(Logger.layer([])))
    )
    bar.end()
    const seconds = Math.round((performance.now() - started) / 100) / 10
    const text = json ? copiedAsJson(copied, seconds) : copiedAsText(copied, seconds)
    process.stdout.write(`${text}\n`)
  } catch (error) {
    bar.end()
    const message = messageOf(error)
    const reason = error instanceof CopyRefused ? error.reason : "failed"
    if (json) process.stdout.write(`${JSON.stringify({ error: { reason, message } })}\n`)
    else process.stderr.write(`${message}\n`)
    process.exitCode = 1
  }
}

const messageOf = (error: unknown): string => {
  if (error instanceof StorageUnavailable) {
    const { cause } = error
    return `The database does not answer (${cause instanceof Error ? cause.message : cause}).`
  }
  return error instanceof Error ? error.message : String(error)
}

const args = process.argv.slice(2)
if (!(await runRestoreCommand(args))) {
  const command = readCommand(args)
  if ("usage" in command) {
    const { usage, complaint } = command
    if (complaint !== null) process.stderr.write(`${complaint}\n`)
    process.stdout.write(`${usage}\n`)
    process.exitCode = complaint === null ? 0 : 2
  } else {
    await copy(command)
  }
}
