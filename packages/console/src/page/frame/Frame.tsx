import { useEffect, useRef } from "preact/hooks"
import { Icon } from "../parts/Icon.tsx"
import { Text } from "../parts/Text.tsx"
import { Toast } from "../parts/Toast.tsx"
import { type PageRoom, rooms } from "../rooms.ts"
import { Keys } from "./Keys.tsx"
import { useLiveConnection } from "./live.ts"
import { useMe } from "./Me.ts"
import { PlaceSwitch } from "./PlaceSwitch.tsx"
import { decoded, Link, usePlace } from "./router.tsx"
import { Search } from "./Search.tsx"
import { shellData } from "./shellData.ts"
import { TroubleBanner } from "./TroubleBanner.tsx"
import { useKeptFocus } from "./useKeptFocus.ts"

/** The frame of all rooms: navigation, account, search, and the room of the address. */
export const Frame = () => {
  const { path } = usePlace()
  const [, name = "", id = ""] = path.split("/")
  const { downCells } = useMe()
  const own = rooms.filter(({ isOfCells }) => isOfCells !== true || downCells !== null)
  const room = own.find((one) => one.name === name)
  useLiveConnection()
  useTitle(room?.title ?? "Not found")
  const main = useRef<HTMLElement>(null)
  useKeptFocus(main)
  const shown = `${name}/${id}`
  const isFirst = useRef(true)
  useEffect(() => {
    // Screen readers continue at the new page, as after a new document.
    if (!isFirst.current) main.current?.focus()
    isFirst.current = false
  }, [shown])
  return (
    <div class="frame">
      <button type="button" class="skip" onClick={() => main.current?.focus()}>
        Skip to the page
      </button>
      <Navigation rooms={own} current={name} />
      <header class="top">
        <PlaceSwitch />
        <Search />
        <Keys />
        <Person />
      </header>
      <main id="main" ref={main} tabIndex={-1}>
        <TroubleBanner />
        {downCells === null || downCells.length === 0 ? null : <DownCells names={downCells} />}
        {shellData.notice === null ? null : <p class="notice">{shellData.notice}</p>}
        {room === undefined ? (
          <NotFound />
        ) : id !== "" && room.ItemPage !== undefined ? (
          <room.ItemPage key={id} id={decoded(id)} />
        ) : (
          <room.Page />
        )}
      </main>
      <Toast />
    </div>
  )
}

const Navigation = ({ rooms, current }: { rooms: ReadonlyArray<PageRoom>; current: string }) => (
  <nav ref={useShownRoom(current)} class="rooms" aria-label="Rooms">
    <p class="brand">
      <svg class="mark" viewBox="0 0 32 32" aria-hidden="true">
        <rect width="32" height="32" rx="8" />
        <path d="M10 24V8h7a5.5 5.5 0 0 1 0 11h-7" />
      </svg>
      <span>Payloom</span>
    </p>
    <ul>
      {rooms.map(({ name, title, icon }) => (
        <li key={name}>
          <Link to={`/${name}`} aria-current={name === current ? "page" : undefined}>
            <Icon name={icon} />
            <span>{title}</span>
          </Link>
        </li>
      ))}
    </ul>
  </nav>
)

/** The list of accounts lacks those of a cell that did not answer. */
const DownCells = ({ names }: { names: ReadonlyArray<string> }) => (
  <p class="notice">
    {names.length === 1 ? `The cell ${names[0]} did` : `The cells ${names.join(", ")} did`} not
    answer when this page was opened, so their accounts may not be listed.{" "}
    <Link to="/cells">Look at the cells</Link>
  </p>
)

/** Scrolls the row of rooms on a phone to the current room. */
const useShownRoom = (current: string) => {
  const nav = useRef<HTMLElement>(null)
  useEffect(() => {
    const shown = nav.current?.querySelector<HTMLElement>("[aria-current]")
    if (nav.current === null || shown == null) return
    nav.current.scrollLeft = shown.offsetLeft - (nav.current.clientWidth - shown.offsetWidth) / 2
  }, [current])
  return nav
}

const Person = () => {
  const { user } = useMe()
  return (
    <p class="person">
      <Text>{user.name}</Text>
      <span class="soft">{user.role}</span>
    </p>
  )
}

const NotFound = () => (
  <div class="empty">
    <h1>There is nothing here</h1>
    <p>The address may be from another release.</p>
    <p>
      <Link to="/">Go to the first page</Link>
    </p>
  </div>
)

const useTitle = (title: string): void => {
  useEffect(() => {
    document.title = `${title} – Payloom`
  }, [title])
}
