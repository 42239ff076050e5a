import { join, relative } from "node:path"
import {
  Application,
  DefaultTheme,
  LogLevel,
  type NavigationElement,
  PageEvent,
  type ProjectReflection
} from "typedoc"
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
 * Puts the link of a group into the group. TypeDoc makes it a part of the button that opens the
 * group, and a screen reader can't tell the two apart.
 */
const linkInside = (element: NavigationElement): NavigationElement => {
  const { children = [], path, ...group } = element
  if (children.length === 0) return element
  const inner = children.map(linkInside)
  if (path === undefined) return { ...group, children: inner }
  return { ...group, children: [{ ...group, path, text: "Overview" }, ...inner] }
}

class Theme extends DefaultTheme {
  override buildNavigation(project: ProjectReflection): Array<NavigationElement> {
    return super.buildNavigation(project).map(linkInside)
  }
}

/** Removes the links of headings that are buttons too. */
const withoutNestedLinks = (page: string): string =>
  page.replaceAll(/<summary.*?<\/summary>/gs, (summary) =>
    summary.replaceAll(/<a [^>]*class="tsd-anchor-icon".*?<\/a>/gs, "")
  )

/** Names the regions of a page for screen readers, because TypeDoc's theme does not. */
const withRegions = (page: string): string =>
  withoutNestedLinks(inOrder(page))
    .replace('<div class="col-content">', '<div class="col-content" role="main">')
    .replace('<div class="page-menu">', '<div class="page-menu" role="region" aria-label="Page">')
    .replace('<nav id="tsd-sidebar-links"', '<nav id="tsd-sidebar-links" aria-label="Documents"')

/** Numbers headings so that none is more than one level below the heading before it. */
const inOrder = (page: string): string => {
  let level = 0
  return page.replaceAll(/<(\/?)h([1-6])(?=[\s>])/g, (_, end: string, given: string) => {
    if (end === "") level = Math.min(Number(given), level + 1)
    return `<${end}h${level}`
  })
}

/**
 * Writes the reference of all exported names into a folder. TypeDoc needs the interface of an older
 * TypeScript, which this workspace has. Resolves to sentences about what failed.
 */
export const writeApiReference = async (folder: string): Promise<ReadonlyArray<string>> => {
  const modules = exportedModules()
  const application = await Application.bootstrap({
    name: "Payloom",
    theme: "payloom",
    customCss: join(import.meta.dirname, "reference.css"),
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
  application.renderer.defineTheme("payloom", Theme)
  application.renderer.on(PageEvent.END, (page) => {
    page.contents = withRegions(page.contents ?? "")
  })
  const project = await application.convert()
  if (project === undefined) return ["TypeDoc could not read the packages."]
  const names = new Map(modules.map(({ name, source }) => [pathName(source), name]))
  for (const module of project.children ?? []) module.name = names.get(module.name) ?? module.name
  await application.generateDocs(project, folder)
  return application.logger.hasErrors() ? ["TypeDoc reported errors."] : []
}
