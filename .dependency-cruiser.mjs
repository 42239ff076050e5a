/**
 * The rooms of core, from the lowest to the highest. A room imports its own files and lower rooms.
 * `payments/operations` stands above `checkout`, because a payment can be made for a session.
 */
const floors = [
  ["kernel"],
  ["platform"],
  ["providers"],
  ["cards", "routing"],
  ["ledger"],
  ["payments/captures-voids-refunds", "payments/charges", "payments/disputes", "payments/holds"],
  ["modules"],
  ["billing"],
  ["checkout"],
  ["payments/operations"],
  ["operators"],
  ["portal"],
  ["inbound"],
  ["imports"],
  ["outbound"],
  ["reporting"],
  ["erasure"],
  ["restore"],
  ["engine"]
]

const core = "^packages/core/src/"
const isTest = "\\.test\\.ts$|/testing/"
const inRooms = (rooms) => `${core}(${rooms.flat().join("|")})/`

const noRoomImportsUpwards = floors.slice(0, -1).map((rooms, floor) => ({
  name: `${rooms.join("-").replaceAll("/", "-")}-import-nothing-above`,
  comment: "A room imports its own files and lower rooms: no higher room, and not `Payloom.ts`.",
  severity: "error",
  from: { path: inRooms(rooms), pathNot: `${isTest}|/index\\.ts$` },
  to: { path: [inRooms(floors.slice(floor + 1)), `${core}[^/]+\\.ts$`] }
}))

/**
 * The direction of imports: core stands alone, adapters and the testkit stand on core, adapters
 * don't know each other, and nothing runs in circles. `npm run check` enforces it.
 *
 * @type {import("dependency-cruiser").IConfiguration}
 */
export default {
  forbidden: [
    {
      name: "no-cycles",
      comment: "Files that import each other, directly or in a ring, can't be understood apart.",
      severity: "error",
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } }
    },
    {
      name: "everything-resolves",
      comment: "An import that leads nowhere hides whatever is behind it from all other rules.",
      severity: "error",
      from: {},
      to: { couldNotResolve: true }
    },
    {
      name: "core-stands-alone",
      comment: "Core imports itself and a few packages that run anywhere: no other, no node.",
      severity: "error",
      from: { path: "^packages/core/src/", pathNot: "\\.test\\.ts$|/testing/" },
      to: {
        pathNot:
          "^packages/core/src/|^node_modules/(effect|ulid|@noble/(?:hashes|ciphers)|css-tree|credit-card-type|leven|standardwebhooks)/"
      }
    },
    {
      name: "every-room-has-a-floor",
      comment: "A new room of core gets its place in `floors` first.",
      severity: "error",
      from: {
        path: `${core}(?!(?:${floors.flat().join("|")})/)[^/]+/`,
        pathNot: `${core}[^/]+/index\\.ts$`
      },
      to: {}
    },
    ...noRoomImportsUpwards,
    {
      name: "rooms-meet-file-by-file",
      comment:
        "The index of a room lists public names for `src/index.ts`. No other file imports it.",
      severity: "error",
      from: { path: core, pathNot: `${core}index\\.ts$` },
      to: { path: `${core}[^/]+/index\\.ts$` }
    },
    {
      name: "checkout-stands-alone",
      comment: "What payers' browsers load imports itself, lit and fluent: no engine, no sandbox.",
      severity: "error",
      from: { path: "^packages/checkout/src/", pathNot: "\\.test\\.ts$" },
      to: { pathNot: "^packages/checkout/src/|^node_modules/(lit|lit-[^/]+|@lit|@fluent)/" }
    },
    {
      name: "console-page-stands-alone",
      comment:
        "The console's page imports itself, preact and uplot. Of the server it needs types and views.",
      severity: "error",
      from: { path: "^packages/console/src/page/", pathNot: "\\.test\\.ts$" },
      to: {
        pathNot:
          "^packages/console/src/page/|^packages/console/src/rooms/[^/]+/[A-Z][^/]+" +
          "\\.ts$|^node_modules/(preact|uplot)/",
        dependencyTypesNot: ["type-only"]
      }
    },
    {
      name: "console-imports-core-and-csv-only",
      comment: "The console is mounted in any server and knows no adapter.",
      severity: "error",
      from: { path: "^packages/console/", pathNot: "\\.test\\.ts$|/testing/" },
      to: { path: "^packages/(?!console/|core/|csv/)" }
    },
    {
      name: "api-docs-stand-alone",
      comment: "The page of the API is made of a document, so it knows no package of the engine.",
      severity: "error",
      from: { path: "^packages/api-docs/", pathNot: "\\.test\\.ts$" },
      to: { path: "^packages/(?!api-docs/)" }
    },
    {
      name: "client-imports-the-receiver-only",
      comment: "A program that speaks HTTP needs no engine. The receiver is built into the client.",
      severity: "error",
      from: { path: "^packages/client/", pathNot: "\\.test\\.ts$|/testing/" },
      to: { path: "^packages/(?!client/|core/src/outbound/webhook-receiver/)" }
    },
    {
      name: "csv-imports-core-only",
      comment: "CSV of the books goes with every storage and every way to be asked.",
      severity: "error",
      from: { path: "^packages/csv/", pathNot: "\\.test\\.ts$" },
      to: { path: "^packages/(?!csv/|core/)" }
    },
    {
      name: "auditor-stands-alone",
      comment: "An auditor that shares code with the engine repeats the engine's errors.",
      severity: "error",
      from: { path: "^packages/auditor/", pathNot: "\\.test\\.ts$|/testing/" },
      to: { path: "^packages/(?!auditor/)" }
    },
    {
      name: "otel-imports-core-only",
      comment: "Telemetry goes with every adapter, so it knows none; its tests may.",
      severity: "error",
      from: { path: "^packages/otel/", pathNot: "\\.test\\.ts$|/testing/" },
      to: { path: "^packages/(?!otel/|core/)" }
    },
    {
      name: "better-auth-imports-core-only",
      comment: "The plugin runs beside any adapter, so it knows none; its tests may.",
      severity: "error",
      from: { path: "^packages/better-auth/", pathNot: "\\.test\\.ts$|/testing/" },
      to: { path: "^packages/(?!better-auth/|core/)" }
    },
    {
      name: "adapters-stay-apart",
      comment:
        "An adapter imports core and never another adapter; no more do connectors. provider-http is " +
        "for connectors.",
      severity: "error",
      from: { path: "^packages/((?:adapter|provider)-[^/]+)/" },
      to: { path: "^packages/(?:adapter|provider)-", pathNot: "^packages/(?:$1|provider-http)/" }
    },
    {
      name: "cells-import-core-only",
      comment: "Cells are made of any storages, so they know none; their tests may.",
      severity: "error",
      from: { path: "^packages/cells/", pathNot: "\\.test\\.ts$|/testing/" },
      to: { path: "^packages/(?!cells/|core/)" }
    },
    {
      name: "vaults-import-core-only",
      comment: "A vault serves every connector, so it knows none; its tests may.",
      severity: "error",
      from: { path: "^packages/vaults/", pathNot: "\\.test\\.ts$|/testing/|/src/fake/" },
      to: { path: "^packages/(?!vaults/|core/)" }
    },
    {
      name: "testkit-is-for-tests",
      comment: "What an adapter ships must not drag the sandbox along; a fake is for tests too.",
      severity: "error",
      from: {
        path: "^packages/(?:adapter|provider)-",
        pathNot: "\\.test\\.ts$|/testing/|/src/fake/"
      },
      to: { path: "^packages/testkit/" }
    },
    {
      name: "testkit-imports-core-only",
      comment: "The testkit serves every adapter, so it knows none; its tests may.",
      severity: "error",
      from: { path: "^packages/testkit/", pathNot: "\\.test\\.ts$|/testing/" },
      to: { path: "^packages/(?:adapter|provider)-" }
    },
    {
      name: "simulator-imports-core-auditor-and-testkit-only",
      comment:
        "A simulation is of any storage, so the simulator knows no adapter. The command of the " +
        "isolation is no part of the package, and calls over HTTP too.",
      severity: "error",
      from: {
        path: "^packages/simulator/",
        pathNot: "\\.test\\.ts$|/testing/|/isolation/(main|storages)\\.ts$"
      },
      to: { path: "^packages/(?!simulator/|core/|testkit/|auditor/)" }
    },
    {
      name: "packages-import-no-application",
      comment: "Examples, benchmarks, docs and tools stand on packages, not the reverse.",
      severity: "error",
      from: { path: "^packages/" },
      to: { path: "^(examples|bench|docs|tools)/" }
    },
    {
      name: "packages-meet-at-their-front-door",
      comment:
        "Another package is imported by its name, as its users do, not by a path into it. " +
        "The tables of the documents are drawn from the inside. Without a newer system, only the " +
        "connector's own tests can start Prism's library.",
      severity: "error",
      from: { path: "^((?:packages|examples)/[^/]+|bench|tools)/" },
      to: {
        path: "^(packages|examples)/",
        pathNot: "^$1/|^packages/provider-prism/src/testing/testLibrary\\.ts$",
        dependencyTypes: ["local"],
        dependencyTypesNot: ["npm", "npm-dev", "npm-peer", "aliased"]
      }
    },
    {
      name: "tests-are-not-imported",
      comment: "What two tests share belongs into a file of its own.",
      severity: "error",
      from: {},
      to: { path: "\\.test\\.ts$" }
    }
  ],
  options: {
    parser: "swc",
    doNotFollow: { path: "node_modules" },
    exclude: { path: "^((packages|examples)/[^/]+|docs)/dist/|^examples/recipes/|^bench/rivals/" },
    combinedDependencies: true,
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["source", "import", "node", "default"],
      mainFields: ["module", "main"],
      extensions: [".ts", ".js", ".mjs", ".cjs", ".json"]
    }
  }
}
