import type { EngineModule } from "../platform/modules/EngineModule.ts"
import { copyPage } from "./copyPage.ts"
import { giveBack } from "./giveBack.ts"
import { ImportCollection } from "./Import.ts"
import { ImportedCollection } from "./ImportedObject.ts"
import { findImported, listImported, listImports } from "./listImported.ts"
import { moveImported } from "./moveImported.ts"
import { startImport } from "./startImport.ts"
import { takeOver } from "./takeOver.ts"

/** The takeover of customers, cards and running subscriptions from another system. */
export const importsModule = {
  name: "imports",
  collections: [ImportCollection, ImportedCollection],
  services: {
    imports: {
      handle: "scope",
      operations: {
        start: startImport,
        list: listImports,
        copy: copyPage,
        move: moveImported,
        takeOver,
        giveBack,
        objects: listImported,
        find: findImported
      },
      walks: { iterateObjects: { list: "objects", ids: 0 } }
    }
  },
  routes: [],
  tags: {},
  events: {},
  jobs: {},
  followers: []
} satisfies EngineModule
