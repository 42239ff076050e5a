import { installRecipes } from "./installed.ts"

const { ok, output } = installRecipes()
process.stdout.write(output)
process.exitCode = ok ? 0 : 1
