import { dataPath } from "../../frame/api.ts"
import { usePlace } from "../../frame/router.tsx"
import { shellData } from "../../frame/shellData.ts"
import { DropDown } from "../../parts/DropDown.tsx"
import { Icon } from "../../parts/Icon.tsx"
import { serverQuery, withPeriod } from "./filters.ts"
import { periodsAt } from "./periods.ts"

/** Exports the list as it is shown, or the payments of a period that match the other filters. */
export const ExportMenu = ({ filters }: { filters: URLSearchParams }) => {
  const place = usePlace()
  const fileOf = (chosen: URLSearchParams): string => {
    const query = serverQuery(chosen).toString()
    const path = dataPath(place, query === "" ? "/payments.csv" : `/payments.csv?${query}`)
    return `${shellData.base}/api${path}`
  }
  const files = [
    { name: filters.toString() === "" ? "All payments" : "This list", chosen: filters },
    ...periodsAt(new Date()).map((period) => ({
      name: period.name,
      chosen: withPeriod(filters, period)
    }))
  ]
  const button = (
    <>
      <Icon name="download" />
      Export CSV
    </>
  )
  return (
    <DropDown class="export" closesOnLink={true} button={button}>
      <ul class="dropped">
        {files.map(({ name, chosen }) => (
          <li key={name}>
            <a href={fileOf(chosen)} download>
              {name}
            </a>
          </li>
        ))}
      </ul>
    </DropDown>
  )
}
