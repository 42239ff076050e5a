import { useEffect, useState } from "preact/hooks"
import { dataPath, type Failed, get } from "./api.ts"
import { usePlace } from "./router.tsx"

/** A page of a list, as the server sends it. */
interface Page<Row> {
  readonly data: ReadonlyArray<Row>
  readonly nextCursor: string | null
}

/** The rows after those of a list's first page. They are forgotten when the filters change. */
export const useMore = <Row extends { readonly id: string }, Shown extends Page<Row> = Page<Row>>(
  path: string,
  first: Shown | null
) => {
  const place = usePlace()
  const [pages, setPages] = useState<{ of: string; data: ReadonlyArray<Shown> }>({
    of: path,
    data: []
  })
  const [error, setError] = useState<Failed | null>(null)
  const [isLoading, setLoading] = useState(false)
  useEffect(() => {
    setPages({ of: path, data: [] })
    setError(null)
  }, [path])
  const shown = pages.of === path ? pages.data : []
  const cursor = (shown.at(-1) ?? first)?.nextCursor ?? null
  const load = () => {
    if (cursor === null) return
    setLoading(true)
    const after = `startingAfter=${encodeURIComponent(cursor)}`
    const next = `${path}${path.includes("?") ? "&" : "?"}${after}`
    get<Shown>(dataPath(place, next)).then(
      (page) => {
        setPages({ of: path, data: [...shown, page] })
        setError(null)
        setLoading(false)
      },
      (failed: Failed) => {
        setError(failed)
        setLoading(false)
      }
    )
  }
  const known = new Set(first?.data.map(({ id }) => id))
  const rows = shown.flatMap(({ data }) => data).filter(({ id }) => !known.has(id))
  return { rows, pages: shown, error, isLoading, hasMore: cursor !== null, load }
}

/** The further rows of a list, and how to load more. */
export type More = Omit<ReturnType<typeof useMore>, "rows" | "pages"> & {
  readonly pages: ReadonlyArray<unknown>
}
