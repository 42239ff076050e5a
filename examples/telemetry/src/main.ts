import { runPayment } from "./runPayment.ts"

const { tree, sentTrace, receivedTrace } = await runPayment()
process.stdout.write(`${tree.join("\n")}\n\n`)
process.stdout.write(`The caller's trace is ${sentTrace}.\n`)
process.stdout.write(`The webhook's receiver got ${receivedTrace}.\n`)
