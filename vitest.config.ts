import { defineConfig } from "vitest/config"

export default defineConfig({
  ssr: { resolve: { conditions: ["source"] } },
  test: {
    include: ["{packages,examples}/*/src/**/*.test.ts", "{tools,bench,docs}/src/**/*.test.ts"],
    testTimeout: 30_000,
    execArgv: ["--conditions=source"]
  }
})
