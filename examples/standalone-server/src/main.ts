// Decoders are compiled. The library leaves this choice to applications.
import "effect/schema/SchemaJITCompiler/enable"
import type { Serving } from "@payloom/adapter-http/node"
import { boundPort } from "@payloom/example-kit/boundPort"
import { onStop } from "@payloom/example-kit/onStop"
import { startOrSayWhy } from "@payloom/example-kit/startOrSayWhy"
import { type Deployment, openDeployment } from "./deployment.ts"
import { log } from "./log.ts"
import { readOptions, type ServerOptions } from "./options.ts"
import type { Scene, Stage } from "./Scene.ts"
import { sandboxScene } from "./sandboxScene.ts"
import { readStripeKeys, type StripeKeys } from "./stripe/readStripeKeys.ts"

/** Binds the port before it creates anything. A failed start leaves nothing behind. */
const start = async (options: ServerOptions): Promise<void> => {
  let deployment: Deployment | null = null
  let serving: Serving | null = null
  const stopping = new AbortController()
  // This comes first, so that a signal during the start is handled too.
  onStop((reason) => {
    log.info({ reason }, "stopping")
    const leave = () => {
      deployment?.dispose()
      process.exit(0)
    }
    // Live pages keep their connections open, so they are closed first.
    stopping.abort()
    if (serving === null) leave()
    else stop(serving, leave)
  })
  const keys = options.stripe === null ? null : readStripeKeys(process.env, options.stripe)
  const bound = await boundPort(options.host, options.port)
  deployment = await openDeployment(options)
  try {
    const stage = { options, bound, deployment, stopping: stopping.signal }
    const scene = await (keys === null ? sandboxScene(stage) : atStripe(stage, keys))
    serving = scene.serving
    // Printed last, because a reader of the line may stop the server at once.
    process.stdout.write(`${options.json ? JSON.stringify(scene.printed) : scene.welcome}\n`)
  } catch (error) {
    deployment.dispose()
    throw error
  }
}

/** Starts on Stripe. Its SDK is loaded only for this. */
const atStripe = async (stage: Stage, keys: StripeKeys): Promise<Scene> =>
  (await import("./stripe/stripeScene.ts")).stripeScene(stage, keys)

/** Stops the server: requests in flight are finished first. */
const stop = (serving: Serving, leave: () => void): void => {
  serving.close().then(leave, (error: unknown) => {
    log.error({ error: String(error) }, "stopping failed")
    process.exit(1)
  })
}

const options = readOptions(process.argv.slice(2))
if ("usage" in options) {
  const { usage, complaint } = options
  if (complaint !== null) process.stderr.write(`${complaint}\n`)
  process.stdout.write(`${usage}\n`)
  process.exitCode = complaint === null ? 0 : 2
} else {
  await startOrSayWhy(() => start(options))
}
