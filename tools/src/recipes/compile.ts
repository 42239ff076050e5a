import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { type Ran, run } from "../workspace.ts"

/** The folders of the programs on Node, which are compiled with the types of Node. */
const onNode = ["node", "express", "fastify", "hono", "nest/src"]

/** How the imports of a program are resolved. */
export type Resolution = "nodenext" | "bundler"

const base = {
  target: "es2024",
  types: ["node"],
  strict: true,
  skipLibCheck: false,
  noEmit: true,
  allowImportingTsExtensions: true,
  experimentalDecorators: true,
  emitDecoratorMetadata: true,
  allowJs: true,
  checkJs: true
}

/** Compiles the recipes on Node as one program. `typescript` is the package of the compiler. */
export const compileRecipes = (
  folder: string,
  typescript: "typescript" | "typescript-5",
  moduleResolution: Resolution
): Ran => {
  const module = moduleResolution === "nodenext" ? "nodenext" : "esnext"
  // A bundler has no CommonJS of its own.
  const included = moduleResolution === "nodenext" ? [...onNode, "commonjs"] : onNode
  const name = `tsconfig.${typescript}.${moduleResolution}.json`
  const config = { compilerOptions: { ...base, module, moduleResolution }, include: included }
  writeFileSync(join(folder, name), JSON.stringify(config))
  const compiler = join(folder, "node_modules", typescript, "bin/tsc")
  return run("node", [compiler, "-p", name, "--pretty", "false"], folder)
}
