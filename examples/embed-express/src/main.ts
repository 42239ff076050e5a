import { readPort } from "@payloom/example-kit/readPort"
import { startCanteen } from "./startCanteen.ts"

const canteen = await startCanteen({ port: await readPort(3001), folder: "." })
process.stdout.write(`The canteen is open at ${canteen.url}\n`)
process.once("SIGINT", canteen.close)
process.once("SIGTERM", canteen.close)
