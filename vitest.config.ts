import { defineConfig } from "vitest/config"

export default defineConfig({
  ssr: { resolve: { conditions: ["source"] } },
  test: {
    include: ["{packages,examples}/*/src/**/*.test.ts", "{tools,bench,docs}/src/**/*.test.ts"],
    testTimeout: 30_000,
    // Many files wait for a browser or a process; a core for this one would idle.
    maxWorkers: "100%",
    execArgv: ["--conditions=source"]
  }
})
