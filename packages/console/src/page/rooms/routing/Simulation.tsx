import type { RoutingView, SimulationView } from "../../../rooms/routing/RoutingViews.ts"
import type { Wire } from "../../../Wire.ts"
import { Time } from "../../format/time.tsx"
import { count } from "../../format/words.ts"
import { Text } from "../../parts/Text.tsx"

interface SimulationProps {
  readonly found: Wire<SimulationView>
  readonly accounts: Wire<RoutingView>["accounts"]
}

/** The result of rules that were tried. */
export const Simulation = ({ found, accounts }: SimulationProps) => {
  const { attempts, changed, since, rules, withoutRule } = found
  if (since === null) return <p>There is no attempt yet to try the rules on.</p>
  const nameOf = (mid: string | null) =>
    mid === null ? "No account" : (accounts.find(({ id }) => id === mid)?.name ?? mid)
  return (
    <>
      <p class="lead">
        {changed === 0
          ? `None of the last ${attempts} attempts would go elsewhere.`
          : `${changed} of the last ${attempts} attempts would go elsewhere.`}
      </p>
      <p class="soft">
        They were made since <Time at={since} />. All accounts count as healthy.
      </p>
      <div class="halves">
        <table class="small">
          <thead>
            <tr>
              <th scope="col">Account</th>
              <th scope="col" class="number">
                Went
              </th>
              <th scope="col" class="number">
                Would go
              </th>
            </tr>
          </thead>
          <tbody>
            {found.accounts.map(({ mid, went, wouldGo }) => (
              <tr key={mid}>
                <td>
                  <Text>{nameOf(mid)}</Text>
                </td>
                <td class="number">{went}</td>
                <td class="number">{wouldGo}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <ul>
          {rules.map(({ name, attempts: decided }) => (
            <li key={name}>
              <Text>{name}</Text> <span class="soft">decides {count(decided, "attempt")}</span>
            </li>
          ))}
          <li class="soft">No rule decides {count(withoutRule, "attempt")}</li>
        </ul>
      </div>
    </>
  )
}
