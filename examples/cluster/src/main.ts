import { givenOptions } from "@payloom/example-kit/givenOptions"
import { onStop } from "@payloom/example-kit/onStop"
import { missingPackages, patroniWarning } from "./programs.ts"
import { startCluster } from "./startCluster.ts"

givenOptions({})
if (missingPackages.length > 0) {
  process.stderr.write(`A cluster needs programs. Install ${missingPackages.join(", ")}.\n`)
  process.exit(2)
}

const warning = patroniWarning()
if (warning !== null) process.stderr.write(`${warning}\n`)

/** Prints the present primary whenever it changes. */
const lookEveryMs = 1000

process.stdout.write("Starting three nodes. This takes about half a minute.\n")
let leave = async (): Promise<void> => undefined
onStop(async () => {
  process.stdout.write("Stopping.\n")
  await leave()
  // If the cluster has not started yet, its guard ends it now.
  process.exit()
})
const cluster = await startCluster()
leave = async () => {
  clearInterval(timer)
  await cluster.stop()
}
const nodes = cluster.nodes.map(
  (node) => `  ${node.name}          ${cluster.addressAt(node)}
                 http://127.0.0.1:${node.ports.rest}/cluster
`
)
const [first] = cluster.nodes
process.stdout.write(`
For engines      ${cluster.address}
HAProxy leads this address to the primary. The nodes, for a superuser:
${nodes.join("")}
Show the state   patronictl -c ${first?.configuration} list
Change the primary
                 patronictl -c ${first?.configuration} switchover
Logs             ${cluster.folder}
Ctrl-C stops everything and deletes the folder.

`)

let shown: string | undefined
const timer = setInterval(async () => {
  const primary = await cluster.primary()
  if (primary === null || primary.name === shown) return
  shown = primary.name
  process.stdout.write(`The primary is ${primary.name}.\n`)
}, lookEveryMs)
