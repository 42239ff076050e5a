/** A file of the page. */
export interface PageFile {
  /** The file's name, which changes with its content. */
  readonly name: string
  readonly type: string
  readonly text: string
}

/** The files that the page loads. */
export interface PageFiles {
  readonly script: PageFile
  readonly style: PageFile
}

let made: Promise<PageFiles> | undefined

/**
 * Returns the files of the page. The build replaces this module with one that contains them. In the
 * repository, the first call bundles them from their sources.
 */
export const pageFiles = (): Promise<PageFiles> => {
  made ??= bundled()
  return made
}

/** Bundlers must not follow the import, because a published package has no sources to bundle. */
const bundled = async (): Promise<PageFiles> => {
  const { bundlePage } = await import(new URL("./bundlePage.ts", import.meta.url).href)
  return bundlePage()
}
