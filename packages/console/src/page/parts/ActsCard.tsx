import type { AuditEntry } from "@payloom/core"
import type { Wire } from "../../Wire.ts"
import { Time } from "../format/time.tsx"
import { Code } from "./Code.tsx"
import { Text } from "./Text.tsx"

/** The audit entries of a thing, newest first. Nothing if there are none. */
export const ActsCard = ({ acts }: { acts: ReadonlyArray<Wire<AuditEntry>> }) =>
  acts.length === 0 ? null : (
    <section class="card">
      <h2>Who did what</h2>
      <ol class="timeline">
        {acts.map(({ id, actor, operation, reason, created }) => (
          <li key={id} class="deed">
            <div>
              <Text>{actor.name ?? actor.id}</Text> called <Code>{operation}</Code>
              {reason === null ? null : (
                <p class="soft">
                  <Text>{reason}</Text>
                </p>
              )}
            </div>
            <Time at={created} exact />
          </li>
        ))}
      </ol>
    </section>
  )
