import type { EngineModule } from "../platform/modules/EngineModule.ts"
import { attention } from "./attention.ts"
import { FigureChangeCollection } from "./FigureChange.ts"
import { figures } from "./figures.ts"
import { listReportedPayments } from "./listReportedPayments.ts"
import { ReportedPaymentCollection } from "./ReportedPayment.ts"
import { ReportedTermCollection } from "./ReportedTerm.ts"
import { reportingLag } from "./reportingLag.ts"
import { catchUpReporting, runReporting } from "./runReporting.ts"
import { searchReports } from "./search/searchReports.ts"

/** Lists, search and figures for operators. */
export const reportingModule = {
  name: "reporting",
  collections: [ReportedPaymentCollection, ReportedTermCollection, FigureChangeCollection],
  services: {
    reporting: {
      handle: "scope",
      operations: {
        payments: listReportedPayments,
        search: searchReports,
        figures,
        attention,
        lag: reportingLag
      },
      walks: { iteratePayments: { list: "payments", ids: 0 } }
    },
    reporter: {
      handle: "engine",
      operations: { run: runReporting, catchUp: catchUpReporting },
      walks: {}
    }
  },
  routes: [],
  tags: {},
  events: {},
  jobs: {},
  followers: []
} satisfies EngineModule
