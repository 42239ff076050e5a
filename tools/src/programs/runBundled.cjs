const { existsSync } = require("node:fs")
const { registerHooks } = require("node:module")
const { join, relative } = require("node:path")
const { pathToFileURL } = require("node:url")

const root = join(__dirname, "../../..")
const [, program = ""] = process.argv
const place = relative(root, program).replace(/\.ts$/, ".mjs")
const bundled = join(root, "node_modules/.cache/tests/programs", place)

if (program.endsWith(".ts") && existsSync(bundled)) {
  const source = pathToFileURL(program).href
  const hooks = registerHooks({
    resolve: (specifier, context, next) => {
      if (specifier !== source) return next(specifier, context)
      hooks.deregister()
      return { url: pathToFileURL(bundled).href, format: "module", shortCircuit: true }
    }
  })
}
