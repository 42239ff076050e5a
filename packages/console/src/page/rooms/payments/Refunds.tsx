import type { PaymentView } from "../../../rooms/payments/PaymentView.ts"
import type { Wire } from "../../../Wire.ts"
import { money } from "../../format/money.ts"
import { Time } from "../../format/time.tsx"
import { words } from "../../format/words.ts"
import { Status } from "../../parts/Status.tsx"
import { Id, Text } from "../../parts/Text.tsx"

/** The refunds of a payment, newest first. Nothing if there are none. */
export const Refunds = ({ refunds }: Pick<Wire<PaymentView>, "refunds">) =>
  refunds.length === 0 ? null : (
    <section class="card">
      <h2>Refunds</h2>
      <ul class="things">
        {refunds.map(({ id, amount, currency, status, reason, failureReason, created }) => (
          <li key={id}>
            <div>
              <p>
                <span class="lead">{money(amount, currency)}</span> <Status of={status} />
              </p>
              {reason === null ? null : (
                <p>
                  <Text>{reason}</Text>
                </p>
              )}
              {failureReason === null ? null : <p class="complaint">{words(failureReason)}</p>}
            </div>
            <p class="soft small-text">
              <Time at={created} /> · <Id short>{id}</Id>
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
