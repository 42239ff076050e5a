import type { Room } from "../../Room.ts"
import type { AuditPage } from "./AuditPage.ts"

const rowsOfPage = 50

/** The log of who did what, and why. */
export const auditRoom: Room = {
  reads: [
    {
      path: "/audit",
      run: async ({ merchant, query }): Promise<AuditPage> => {
        const given = ["actor", "subject", "startingAfter"].flatMap((name) => {
          const value = query.get(name) ?? ""
          return value === "" ? [] : [[name, value] as const]
        })
        const { data, nextCursor } = await merchant.audit.list({
          limit: rowsOfPage,
          ...Object.fromEntries(given)
        })
        return { data, nextCursor }
      }
    }
  ],
  acts: []
}
