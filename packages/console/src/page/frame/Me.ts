import { createContext } from "preact"
import { useContext } from "preact/hooks"
import type { Role } from "../../ConsoleUser.ts"
import type { Me } from "../../frame/readMe.ts"

/** The person and what they may see. */
export const MeContext = createContext<Me>({
  user: { id: "", name: "", role: "viewer" },
  tenants: [],
  first: null,
  downCells: null,
  decimals: {}
})

/** Returns the person and what they may see. */
export const useMe = (): Me => useContext(MeContext)

const ranks: ReadonlyArray<Role> = ["viewer", "operator", "admin"]

/** Returns true if the person may do what needs a role. The server checks it again. */
export const useMay = (needs: Role): boolean => {
  const { user } = useMe()
  return ranks.indexOf(user.role) >= ranks.indexOf(needs)
}
