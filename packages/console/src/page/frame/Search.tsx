import { useEffect, useId, useRef, useState } from "preact/hooks"
import type { SearchAnswer } from "../../rooms/search/SearchHit.ts"
import type { Wire } from "../../Wire.ts"
import { Icon } from "../parts/Icon.tsx"
import { dataPath, get } from "./api.ts"
import { useKeys } from "./Keys.tsx"
import { addressOf, navigate, usePlace } from "./router.tsx"
import { type ShownHit, shownHits } from "./searchHits.ts"

type Hits = ReadonlyArray<ShownHit>

/** The search field. The key `/` goes to it from everywhere. */
export const Search = () => {
  const place = usePlace()
  const list = useId()
  const field = useRef<HTMLInputElement>(null)
  const [text, setText] = useState("")
  const [active, setActive] = useState(0)
  const [isOpen, setOpen] = useState(false)
  useKeys({ "/": () => field.current?.focus() })
  const found = useHits(text)
  useEffect(() => setActive(0), [found])
  const go = (hit: Hits[number]) => {
    setOpen(false)
    setText("")
    field.current?.blur()
    navigate(addressOf(place, hit.to))
  }
  const hits = found?.hits ?? []
  const isShown = isOpen && found !== null
  const pressed = (event: KeyboardEvent) => {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0
    const hit = hits[active]
    if (step !== 0 && hits.length > 0) {
      event.preventDefault()
      setActive((active + step + hits.length) % hits.length)
    } else if (event.key === "Enter" && hit !== undefined && found?.of === text.trim()) {
      go(hit)
    } else if (event.key === "Escape") {
      setOpen(false)
      setText("")
      field.current?.blur()
    }
  }
  return (
    <search class="search">
      <Icon name="search" />
      <input
        ref={field}
        type="text"
        enterkeyhint="search"
        role="combobox"
        aria-label="Search"
        aria-expanded={isShown}
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={isShown && hits.length > 0 ? `${list}-${active}` : undefined}
        placeholder="Id, reference, e-mail, last four or amount"
        autoComplete="off"
        spellcheck={false}
        maxLength={255}
        value={text}
        onInput={({ currentTarget }) => {
          setText(currentTarget.value)
          setOpen(true)
        }}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onKeyDown={pressed}
      />
      <span class="key" aria-hidden="true">
        /
      </span>
      <FoundHits {...{ list, found, active, isShown, go }} />
    </search>
  )
}

interface FoundHitsProps {
  /** The id of the list's element. */
  readonly list: string
  readonly found: Found | null
  /** The hit that the key Enter opens. */
  readonly active: number
  readonly isShown: boolean
  readonly go: (hit: ShownHit) => void
}

const FoundHits = ({ list, found, active, isShown, go }: FoundHitsProps) => (
  <div class="hits" hidden={!isShown}>
    {found === null ? null : found.error !== null ? (
      <p role="alert">{found.error}</p>
    ) : found.hits.length === 0 ? (
      <p role="status">Nothing is found. Ids, e-mails and amounts must be complete.</p>
    ) : null}
    <div id={list} role="listbox" aria-label="Found">
      {found?.hits.map((hit, at) => (
        <div
          key={`${hit.to} ${hit.title}`}
          id={`${list}-${at}`}
          role="option"
          tabIndex={-1}
          aria-selected={at === active}
          onMouseDown={(event) => {
            event.preventDefault()
            go(hit)
          }}
        >
          <span class="kind">{hit.kind}</span>
          <bdi class="text">{hit.title}</bdi>
          {hit.detail === "" ? null : <bdi class="text soft">{hit.detail}</bdi>}
        </div>
      ))}
    </div>
  </div>
)

/** The hits of a text. */
interface Found {
  readonly of: string
  readonly hits: Hits
  readonly error: string | null
}

/** Searches for a text once typing pauses. Null without a text. */
const useHits = (text: string): Found | null => {
  const place = usePlace()
  const [found, setFound] = useState<Found | null>(null)
  useEffect(() => {
    const wanted = text.trim()
    if (wanted === "") {
      setFound(null)
      return
    }
    const leaving = new AbortController()
    const path = dataPath(place, `/search?text=${encodeURIComponent(wanted)}`)
    const timer = setTimeout(() => {
      get<Wire<SearchAnswer>>(path, leaving.signal).then(
        ({ hits }) => setFound({ of: wanted, hits: shownHits(hits), error: null }),
        (error: unknown) => {
          if (leaving.signal.aborted) return
          const message = error instanceof Error ? error.message : String(error)
          setFound({ of: wanted, hits: [], error: message })
        }
      )
    }, 150)
    return () => {
      clearTimeout(timer)
      leaving.abort()
    }
  }, [text, place.tenant, place.mode])
  return found
}
