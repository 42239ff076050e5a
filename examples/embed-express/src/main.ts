import { onStop } from "@payloom/example-kit/onStop"
import { readPort } from "@payloom/example-kit/readPort"
import { startOrSayWhy } from "@payloom/example-kit/startOrSayWhy"
import { startCanteen } from "./startCanteen.ts"

await startOrSayWhy(async () => {
  const canteen = await startCanteen({ port: await readPort(3001), folder: "." })
  onStop(canteen.close)
  process.stdout.write(`The canteen listens at ${canteen.url}\n`)
})
