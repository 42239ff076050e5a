import * as z from "zod"

/** The id of an organization on whose behalf a request acts. */
export const organization = z
  .string()
  .min(1)
  .max(255)
  .meta({ description: "The id of an organization. Without it the request acts for the user." })
  .optional()

/** The id of a subscription. */
export const subscription = z
  .string()
  .min(1)
  .max(255)
  .meta({ description: "The id of the subscription. Without it, the only one that has not ended." })
  .optional()

/** An address to return to: a URL of a trusted origin, or a path. */
const address = (description: string) => z.string().max(2048).meta({ description }).optional()

const disableRedirect = z
  .boolean()
  .meta({ description: "With true, the client does not open the page by itself." })
  .optional()

/** The address for the link back from a portal. */
export const portalFields = {
  returnUrl: address("The address for the link back from the portal."),
  disableRedirect
}

/** The addresses of a checkout page, and its language. */
export const pageFields = {
  successUrl: address("The address for a payer who has paid."),
  cancelUrl: address("The address for a payer who does not pay."),
  locale: z.string().max(35).meta({ description: "The language of the page." }).optional(),
  disableRedirect
}
