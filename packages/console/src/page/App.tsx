import { useEffect, useState } from "preact/hooks"
import type { Me } from "../frame/readMe.ts"
import { setDecimals } from "./format/money.ts"
import { Failed, get } from "./frame/api.ts"
import { Frame } from "./frame/Frame.tsx"
import { MeContext } from "./frame/Me.ts"
import { addressOf, navigate, PlaceContext, useAddress } from "./frame/router.tsx"
import { type Place, shellData } from "./frame/shellData.ts"
import { useTrouble } from "./frame/trouble.ts"
import { Empty, Failure, Loading } from "./parts/States.tsx"
import { rooms } from "./rooms.ts"

const lastPlace = "payloom.console.place"

/** The path of a room in an address without an account, such as a link of another program. */
const barePath = (): string | null => {
  const path = location.pathname.slice(shellData.base.length)
  return rooms.some(({ name }) => name !== "" && name === path.split("/")[1]) ? path : null
}

/** The account that was looked at last, or the first that the person may see. */
const firstPlace = (me: Me): Place | null => {
  const bare = barePath()
  if (bare !== null && shellData.startAt !== null) return { ...shellData.startAt, path: bare }
  const kept = localStorage.getItem(lastPlace)?.split("/") ?? []
  const known = me.tenants.find(({ id }) => id === kept[0])
  if (known !== undefined && (kept[1] === "live" || kept[1] === "test")) {
    return { tenant: known.id, mode: kept[1], path: bare ?? "/" }
  }
  if (shellData.startAt !== null) return { ...shellData.startAt, path: "/" }
  return me.first === null ? null : { ...me.first, path: bare ?? "/" }
}

/** The whole page. */
export const App = () => {
  const [me, setMe] = useState<Me | null>(null)
  const [error, setError] = useState<Failed | null>(null)
  const { place } = useAddress()
  const isSignedOut = useTrouble() === "signed_out"
  useEffect(() => {
    // After a sign-out, another person may sign in.
    if (isSignedOut) return
    get<Me>("/me").then(
      (loaded) => {
        setDecimals(loaded.decimals)
        setMe(loaded)
      },
      (failed: unknown) => setError(failed instanceof Failed ? failed : new Failed(0, `${failed}`))
    )
  }, [isSignedOut])
  useEffect(() => {
    if (me === null) return
    if (place !== null) {
      localStorage.setItem(lastPlace, `${place.tenant}/${place.mode}`)
      return
    }
    const first = firstPlace(me)
    if (first !== null) navigate(addressOf(first, first.path), { replace: true })
  }, [me, place?.tenant, place?.mode])
  if (error !== null && me === null) {
    return (
      <main class="alone">
        <h1>Payloom</h1>
        <Failure error={error} />
      </main>
    )
  }
  if (me === null) return <Loading lines={3} />
  if (place === null) {
    return me.tenants.length > 0 ? (
      <Loading lines={3} />
    ) : (
      <main class="alone">
        <h1>Payloom</h1>
        <Empty title="There is no account yet.">
          <p>
            Make one by <code>payloom.tenants.create</code>, or ask who runs this server for access.
          </p>
        </Empty>
      </main>
    )
  }
  return (
    <MeContext value={me}>
      <PlaceContext value={place}>
        <Frame />
      </PlaceContext>
    </MeContext>
  )
}
