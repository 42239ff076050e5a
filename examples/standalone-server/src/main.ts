// Compiles decoders: an application may, the library leaves it to it.
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

/** Takes the port before it makes anything, and leaves nothing behind where it can't start. */
const start = async (options: ServerOptions): Promise<void> => {
  let deployment: Deployment | null = null
  let serving: Serving | null = null
  const stopping = new AbortController()
  // First, so that there is no moment in which something is made and nobody listens.
  onStop((reason) => {
    log.info({ reason }, "stopping")
    const leave = () => {
      deployment?.dispose()
      process.exit(0)
    }
    // Pages that show what happens are answered for as long as they are open.
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
    // Only now: whoever reads that it is there may tell it to stop at once.
    process.stdout.write(`${options.json ? JSON.stringify(scene.printed) : scene.welcome}\n`)
  } catch (error) {
    deployment.dispose()
    throw error
  }
}

/** Who doesn't ask for Stripe doesn't wait for its SDK. */
const atStripe = async (stage: Stage, keys: StripeKeys): Promise<Scene> =>
  (await import("./stripe/stripeScene.ts")).stripeScene(stage, keys)

/** Finishes what runs, and leaves then. */
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
