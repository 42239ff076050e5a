import { join } from "node:path"
import { Application, LogLevel } from "typedoc"
import { publishedPackages, root } from "../workspace.ts"

/** Returns the sources that the published packages export. */
const entryPoints = (): ReadonlyArray<string> =>
  publishedPackages().flatMap(({ folder, manifest }) =>
    Object.values(manifest.exports ?? {}).map(({ source }) => join(folder, source))
  )

/**
 * Writes the reference of all exported names into a folder. TypeDoc needs the interface of an older
 * TypeScript, which this workspace has. Resolves to sentences about what failed.
 */
export const writeApiReference = async (folder: string): Promise<ReadonlyArray<string>> => {
  const application = await Application.bootstrap({
    name: "Payloom",
    entryPoints: [...entryPoints()],
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
  await application.generateDocs(project, folder)
  return application.logger.hasErrors() ? ["TypeDoc reported errors."] : []
}
