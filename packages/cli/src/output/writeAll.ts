import type { OutputStream } from "../command/Terminal.ts"

/**
 * Writes a text, and resolves when the stream has room for more. So a slow reader slows the command
 * down, and the command holds one piece at a time. Resolves early if the signal is aborted.
 */
export const writeAll = async (
  stream: OutputStream,
  text: string,
  signal?: AbortSignal
): Promise<void> => {
  const hasRoom = stream.write(text) !== false
  if (hasRoom || stream.once === undefined || signal?.aborted === true) return
  const { promise, resolve } = Promise.withResolvers<void>()
  const go = () => resolve()
  signal?.addEventListener("abort", go)
  stream.once("drain", go)
  await promise
  signal?.removeEventListener("abort", go)
}
