import { useMe } from "./Me.ts"
import { addressOf, navigate, usePlace } from "./router.tsx"

/** The switch of account and mode. Both are in the address. */
export const PlaceSwitch = () => {
  const { tenants } = useMe()
  const place = usePlace()
  const isKnown = tenants.some(({ id }) => id === place.tenant)
  // The first segment only, because another account has other payments.
  const path = `/${place.path.split("/")[1] ?? ""}`
  return (
    <div class="place">
      <label>
        <span class="hidden">Account</span>
        <select
          value={place.tenant}
          onChange={({ currentTarget }) =>
            navigate(addressOf({ ...place, tenant: currentTarget.value }, path))
          }
        >
          {isKnown ? null : <option value={place.tenant}>{place.tenant}</option>}
          {tenants.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <fieldset class="modes">
        <legend class="hidden">Mode</legend>
        {(["live", "test"] as const).map((mode) => (
          <button
            key={mode}
            type="button"
            aria-pressed={place.mode === mode}
            onClick={() => navigate(addressOf({ ...place, mode }, path))}
          >
            {mode === "live" ? "Live" : "Test"}
          </button>
        ))}
      </fieldset>
    </div>
  )
}
