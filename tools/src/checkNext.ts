import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { packInto } from "./packages.ts"
import { publishedPackages, root, run } from "./workspace.ts"

// Builds a Next.js application with the packages, with both of its bundlers. Next.js is half as
// large as the whole workspace, so it is installed into a new folder each time.

const engine = `import { postgres } from "@payloom/adapter-postgres"
import { sqlite } from "@payloom/adapter-sqlite"
import { webhookSender } from "@payloom/adapter-webhooks"
import { Payloom } from "@payloom/core"
import { readSettlementRows } from "@payloom/csv"
import { adyen } from "@payloom/provider-adyen"
import { stripe } from "@payloom/provider-stripe"
import { sandbox } from "@payloom/testkit"

export const others = [postgres, adyen, stripe, readSettlementRows]

const open = () =>
  Payloom.make({ ...sandbox().setup, storage: sqlite(":memory:"), webhooks: webhookSender() })

const kept = globalThis as { payloom?: Promise<Payloom> }
export const payloom = () => (kept.payloom ??= open())
`

const route = `import { createHandler } from "@payloom/adapter-http"
import { payloom } from "../../engine"

const handler = async (request: Request) =>
  createHandler(await payloom(), { basePath: "/payments-api" })(request)
export { handler as GET, handler as POST, handler as PATCH, handler as OPTIONS }
`

const elements = `"use client"
import { useEffect } from "react"

export default function Page() {
  useEffect(() => void import("@payloom/checkout"), [])
  return <p>A shop</p>
}
`

const layout = `export default function Layout({ children }: { children: React.ReactNode }) {
  return (
    <html lang="en">
      <body>{children}</body>
    </html>
  )
}
`

const files: Readonly<Record<string, string>> = {
  "package.json": JSON.stringify({ private: true, type: "module" }),
  "app/layout.tsx": layout,
  "app/page.tsx": elements,
  "app/engine.ts": engine,
  "app/payments-api/[...path]/route.ts": route
}

const project = mkdtempSync(join(tmpdir(), "payloom-next-"))
for (const [path, text] of Object.entries(files)) {
  mkdirSync(dirname(join(project, path)), { recursive: true })
  writeFileSync(join(project, path), text)
}
const tarballs = publishedPackages().map((published) => packInto(project, published))

const steps: ReadonlyArray<readonly [string, ReadonlyArray<string>]> = [
  [
    "npm",
    [
      ...[
        "install",
        "--ignore-scripts",
        "--no-audit",
        "--no-fund",
        "next@16",
        "react",
        "react-dom"
      ],
      ...["typescript@5", "@types/node", "@types/react", "effect@^4.1.0"],
      ...tarballs.map(String)
    ]
  ],
  ["node", ["node_modules/next/dist/bin/next", "build"]],
  ["node", ["node_modules/next/dist/bin/next", "build", "--webpack"]]
]

process.env.NEXT_TELEMETRY_DISABLED = "1"
const failed = steps.find(([command, args]) => {
  const { ok, output } = run(command, args, project)
  process.stdout.write(`${ok ? "ok  " : "FAIL"}  ${command} ${args.slice(0, 3).join(" ")}\n`)
  if (!ok) process.stdout.write(`\n${output}\n`)
  return !ok
})
process.chdir(root)
rmSync(project, { recursive: true, force: true })
process.exitCode = failed === undefined ? 0 : 1
