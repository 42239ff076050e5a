/** The public names of checkout sessions, authentication and branding. */

export { BrandingTemplate, TemplateCollection } from "./branding/BrandingTemplate.ts"
export {
  type BlockFrame,
  defaultTemplate,
  type MethodChoice,
  type MethodMarks,
  TemplateConfig,
  type TemplateLabels,
  type TemplateLayout,
  type TemplateLogo,
  type TemplateMethods,
  type TemplatePalette
} from "./branding/TemplateConfig.ts"
export {
  CreateTemplate,
  ListTemplates,
  type TemplateChanges,
  UpdateTemplate
} from "./branding/templates.ts"
export { ConfirmSession } from "./confirm/confirmInput.ts"
export type { PayerRequest } from "./confirm/payerDevice.ts"
export * from "./payer/CheckoutResult.ts"
export type { MethodField, MethodFields, MethodMandates } from "./payer/methodFields.ts"
export * from "./payer/PayerSession.ts"
export type { PayerIdentity } from "./payer/payerOrigins.ts"
export * from "./sessions/CheckoutSession.ts"
export {
  type CheckoutSessionTrigger,
  checkoutSessionMachine
} from "./sessions/checkoutSessionMachine.ts"
export {
  CreateCheckoutSession,
  RecoverySession
} from "./sessions/createCheckoutSessionInput.ts"
export { CreatePaymentInstrument } from "./sessions/createPaymentInstrument.ts"
export * from "./sessions/errors.ts"
export {
  checkoutSessionListCodec,
  type IterateCheckoutSessions,
  ListCheckoutSessions
} from "./sessions/listCheckoutSessions.ts"
export {
  type PayerCredentials,
  SessionTokenInvalid,
  SessionTokenMissing
} from "./sessions/SessionToken.ts"
export type { SessionAppearance } from "./sessions/sessionAppearance.ts"
export * from "./three-ds/ThreeDsSession.ts"
