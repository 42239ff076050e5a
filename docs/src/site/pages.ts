import { globSync } from "node:fs"
import { join, posix, relative, resolve } from "node:path"

/** The path of the repository. */
export const root = resolve(import.meta.dirname, "../../..")

/** The folder into which the site is built. */
export const siteFolder = join(root, "docs/dist/site")

/** The path below which the site is served, with slashes around it. */
export const siteBase = (process.env.PAYLOOM_SITE_BASE ?? "/") as `/${string}/`

/** A page of the site and the Markdown file that it is made from. */
export interface Page {
  /** The file, relative to the repository. */
  readonly source: string
  /** The file of the site, such as `guides/holds.md`. VitePress makes `guides/holds.html` of it. */
  readonly target: string
}

const single: Readonly<Record<string, string>> = {
  "README.md": "overview.md",
  "CONTRIBUTING.md": "contributing.md",
  "SECURITY.md": "security.md",
  "SUPPORT.md": "support.md",
  "docs/README.md": "index.md"
}

/**
 * Returns the page that a Markdown file of the repository becomes, or null. Documents lose their
 * folder `docs`. The README of a package or an example is a page with the name of its folder.
 */
export const targetOf = (source: string): string | null => {
  const known = single[source]
  if (known !== undefined) return known
  const [, readme] = /^((?:packages|examples)\/[^/]+)\/README\.md$/.exec(source) ?? []
  if (readme !== undefined) return `${readme}.md`
  const [, document] = /^docs\/((?!src\/)[^/]+\/.*\.md)$/.exec(source) ?? []
  return document ?? null
}

const isOutside = (path: string): boolean =>
  /(^|\/)(node_modules|dist|\.git|\.vitepress)$/.test(path)

/** Returns the Markdown files of the repository, relative to it. */
export const markdownFiles = (): ReadonlyArray<string> =>
  globSync("**/*.md", { cwd: root, exclude: isOutside })
    .map((path) => path.replaceAll("\\", "/"))
    .toSorted()

const builtPages = (): ReadonlyArray<string> =>
  globSync("**/*.html", { cwd: siteFolder })
    .map((path) => path.replaceAll("\\", "/"))
    .toSorted()

const isOfApi = (path: string): boolean => path.startsWith("api/")

/** Returns the pages of the API in the built site, which TypeDoc makes in a theme of its own. */
export const apiPages = (): ReadonlyArray<string> => builtPages().filter(isOfApi)

/** Returns all other pages of the built site, such as `guides/holds.html`. */
export const ownPages = (): ReadonlyArray<string> => builtPages().filter((path) => !isOfApi(path))

/** Returns all pages of the site. */
export const sitePages = (): ReadonlyArray<Page> =>
  markdownFiles().flatMap((source) => {
    const target = targetOf(source)
    return target === null ? [] : [{ source, target }]
  })

/** Returns the path of a file that a document names, relative to the repository. */
export const namedBy = (document: string, link: string): string =>
  posix.normalize(posix.join(posix.dirname(document), link))

/** Returns the path of a file, relative to the repository. */
export const inRepository = (file: string): string => relative(root, file).replaceAll("\\", "/")
