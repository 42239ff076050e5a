import type { Effect } from "effect"
import { announceExpiries } from "../cards/announceExpiries.ts"
import { expireSession } from "../checkout/endSession.ts"
import { expireAuthentication } from "../checkout/expireAuthentication.ts"
import type { Job, JobKind } from "../jobs/Job.ts"
import { recoverAttempt } from "../payments/attempts/recoverAttempt.ts"
import { expirePayment } from "../payments/cancelPayment.ts"
import {
  alertAuthorization,
  expireAuthorization
} from "../payments/modifications/authorizationJobs.ts"
import { carryOutModification } from "../payments/modifications/carryOutModification.ts"
import type { Stored } from "../storage/Collection.ts"

/** What each kind of job does. It commits the job's end, or its next time, with its effect. */
export const jobHandlers = {
  recover_attempt: recoverAttempt,
  carry_out_modification: carryOutModification,
  alert_authorization: alertAuthorization,
  expire_authorization: expireAuthorization,
  expire_payment: expirePayment,
  announce_expiries: announceExpiries,
  expire_authentication: expireAuthentication,
  expire_session: expireSession
} satisfies Record<JobKind, (job: Stored<Job>) => Effect.Effect<unknown, unknown, unknown>>
