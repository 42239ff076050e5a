import { existsSync, globSync, readFileSync } from "node:fs"
import { dirname, join, posix } from "node:path"
import { pathOf, pictureFolder } from "./lock.ts"
import type { Picture } from "./pictures.ts"

/** A picture in a document. */
interface ShownPicture {
  /** The document and its line. */
  readonly place: string
  /** The path in the repository, or the address at another site. */
  readonly path: string
  readonly alt: string
}

/**
 * Returns a sentence for each problem: a shown picture that is missing or has no alt text, a
 * picture that no document shows, and a picture that is not in the list.
 */
export const complaintsAboutDocuments = (
  root: string,
  pictures: ReadonlyArray<Picture>
): ReadonlyArray<string> => {
  const shown = documentsIn(root).flatMap((path) =>
    picturesIn(path, readFileSync(join(root, path), "utf8"))
  )
  const known = new Set(shown.map(({ path }) => path))
  const taken = new Set(pictures.map(pathOf))
  return [
    ...shown.flatMap(({ place, path, alt }) => [
      ...(isThere(root, path) ? [] : [`${place} shows ${path}, which is missing.`]),
      ...(alt.trim() === "" ? [`${place} shows ${path} without an alt text.`] : [])
    ]),
    ...globSync(`${pictureFolder}/**/*.png`, { cwd: root }).flatMap((path) => [
      ...(known.has(path) ? [] : [`${path} is not shown in any document.`]),
      ...(taken.has(path) ? [] : [`${path} is not in the list of docs/src/pictures/pictures.ts.`])
    ])
  ]
}

/** Addresses of other sites aren't checked. */
const isThere = (root: string, path: string): boolean =>
  isAddress(path) || existsSync(join(root, path))

const isAddress = (path: string): boolean => /^[a-z]+:/.test(path)

const documentsIn = (root: string): ReadonlyArray<string> =>
  globSync("**/*.md", { cwd: root, exclude: ["**/node_modules", "**/dist"] }).toSorted()

const image = /<img\b[^>]*>|!\[(?<alt>[^\]]*)\]\((?<src>[^)\s]+)[^)]*\)/g

/** Returns the pictures that a document shows, in Markdown and in HTML. */
const picturesIn = (document: string, text: string): ReadonlyArray<ShownPicture> =>
  [...text.matchAll(image)].map(({ 0: tag, index, groups }) => {
    const src = groups?.src ?? attribute(tag, "src")
    return {
      place: `${document}:${text.slice(0, index).split("\n").length}`,
      path: isAddress(src) ? src : posix.join(dirname(document), src),
      alt: groups?.alt ?? attribute(tag, "alt")
    }
  })

const attribute = (tag: string, name: string): string =>
  new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1] ?? ""
