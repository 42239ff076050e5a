import { join, relative } from "node:path"
import { Application, LogLevel } from "typedoc"
import { publishedPackages, root } from "../workspace.ts"

/** A module that a published package exports. */
interface ExportedModule {
  /** The name by which it is imported, such as `@payloom/core/webhooks`. */
  readonly name: string
  readonly source: string
}

const exportedModules = (): ReadonlyArray<ExportedModule> =>
  publishedPackages().flatMap(({ folder, manifest }) =>
    Object.entries(manifest.exports ?? {}).map(([path, { source }]) => ({
      name: join(manifest.name, path).replaceAll("\\", "/"),
      source: join(folder, source)
    }))
  )

/** Returns the name that TypeDoc gives to a module: its path without the ending. */
const pathName = (source: string): string =>
  relative(join(root, "packages"), source)
    .replaceAll("\\", "/")
    .replace(/(\/index)?\.ts$/, "")

/**
 * Writes the reference of all exported names into a folder. TypeDoc needs the interface of an older
 * TypeScript, which this workspace has. Resolves to sentences about what failed.
 */
export const writeApiReference = async (folder: string): Promise<ReadonlyArray<string>> => {
  const modules = exportedModules()
  const application = await Application.bootstrap({
    name: "Payloom",
    entryPoints: modules.map(({ source }) => source),
    tsconfig: join(root, "tools/src/api/tsconfig.json"),
    readme: "none",
    skipErrorChecking: true,
    excludeExternals: true,
    excludeInternal: true,
    excludePrivate: true,
    disableSources: true,
    githubPages: false,
    hideGenerator: true,
    includeVersion: false,
    logLevel: LogLevel.Error,
    navigationLinks: { Documents: "../" },
    sort: ["alphabetical"],
    kindSortOrder: ["Module", "Class", "Interface", "Function", "TypeAlias", "Variable"]
  })
  const project = await application.convert()
  if (project === undefined) return ["TypeDoc could not read the packages."]
  const names = new Map(modules.map(({ name, source }) => [pathName(source), name]))
  for (const module of project.children ?? []) module.name = names.get(module.name) ?? module.name
  await application.generateDocs(project, folder)
  return application.logger.hasErrors() ? ["TypeDoc reported errors."] : []
}
