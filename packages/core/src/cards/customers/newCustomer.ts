import type { Moment } from "../../kernel/ids/Moment.ts"
import { withCountryInCapitals } from "../../kernel/primitives/CountryCode.ts"
import type { CustomerRecord } from "./Customer.ts"
import type { CreateCustomer } from "./customerInput.ts"

/** Creates the record of a new customer. Absent fields are null. */
export const newCustomer = (
  { id, now }: Moment,
  { billingAddress, metadata = {}, ...given }: CreateCustomer = {}
): CustomerRecord => ({
  id: id("customer"),
  reference: null,
  email: null,
  name: null,
  ...given,
  defaultPaymentInstrument: null,
  billingAddress: withCountryInCapitals({ country: null, postalCode: null, ...billingAddress }),
  metadata,
  created: now
})
