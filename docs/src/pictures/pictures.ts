import { consolePageNames } from "./taking/consolePageList.ts"

/** The files of the repository that a picture depends on. */
interface Shown {
  /** Scripts, styles and pages. Files that they import count if they are in the bundle. */
  readonly bundled: ReadonlyArray<string>
  /** Files that count without their imports. A pattern may name several files. */
  readonly files: ReadonlyArray<string>
}

/** A picture in the documents. */
export interface Picture {
  /** The name of its file in docs/screenshots, without its ending. */
  readonly name: string
  /** The languages in it. The texts of other languages don't count. */
  readonly languages: ReadonlyArray<string>
  readonly shown: Shown
}

const server = "examples/standalone-server/src"
const pictures = "docs/src/pictures"

/** The files that take all pictures. */
const studio = [`${pictures}/studio/*.ts`, "examples/kit/src/testing/payInPage.ts"]

const hosted: Shown = {
  bundled: [
    `${server}/browser/payPage.ts`,
    `${server}/browser/payPage.css`,
    "examples/kit/src/browser/cardFields.ts",
    `${server}/web/firstFrame.ts`
  ],
  files: [...studio, `${server}/web/{hostedPage,payPages}.ts`]
}

const portal: Shown = {
  bundled: [`${server}/browser/portalPage.ts`, ...hosted.bundled.slice(1)],
  files: [...studio, `${server}/web/{hostedPage,portalPages}.ts`, `${pictures}/taking/portal.ts`]
}

const operatorsConsole: Shown = {
  bundled: ["packages/console/src/page/main.tsx", "packages/console/src/page/style/main.css"],
  files: [
    ...studio,
    `${pictures}/taking/console.ts`,
    "packages/cli/src/console/consolePages.ts",
    // The engine's texts: event types, and verdicts of routing.
    "packages/core/src/platform/events/eventTypes.ts",
    "packages/core/src/routing/chooseRoute.ts"
  ]
}

const shop: Shown = {
  bundled: [`${server}/browser/shop.css`],
  files: [...studio, `${pictures}/taking/shop.ts`, "packages/testkit/src/sandbox/testCards.ts"]
}

/** The renderer is the same for every picture, so only the page's own script and style count. */
const apiDocs: Shown = {
  bundled: ["packages/api-docs/src/page/main.ts", "packages/api-docs/src/page/main.css"],
  files: [...studio, `${pictures}/taking/apiDocs.ts`]
}

/** Adds files to those that a picture shows. */
const and = (shown: Shown, more: Partial<Shown>): Shown => ({
  bundled: [...shown.bundled, ...(more.bundled ?? [])],
  files: [...shown.files, ...(more.files ?? [])]
})

const inEnglish = (name: string, shown: Shown): Picture => ({ name, languages: ["en"], shown })

/** The texts of languages other than English are not in the page's script. */
const inLanguage = (language: string, name: string, shown: Shown): Picture => ({
  name,
  languages: [language],
  shown: and(shown, { files: [`packages/checkout/src/texts/languages/${language}.ts`] })
})

const inPortalLanguage = (language: string, name: string): Picture =>
  inLanguage(
    language,
    name,
    and(portal, { files: [`packages/checkout/src/texts/portal/${language}.ts`] })
  )

const byPayers = and(hosted, { files: [`${pictures}/taking/hostedPage.ts`] })

/** The pages of the console show rows of a scene, and the engine's own names of things. */
const consolePages = and(operatorsConsole, {
  files: [
    `${pictures}/taking/consolePage*.ts`,
    `${server}/testing/consoleScene/{business,openConsoleScene,operations,sceneTexts}.ts`
  ]
})

/** All pictures in the documents, each with the files that it shows. */
export const allPictures: ReadonlyArray<Picture> = [
  inEnglish("pay", byPayers),
  inLanguage("de", "german-phone-dark", byPayers),
  inLanguage("de", "summary", byPayers),
  inLanguage("ar", "arabic", byPayers),
  inEnglish("subscription", byPayers),
  inEnglish(
    "challenge",
    and(byPayers, {
      bundled: ["examples/kit/src/browser/challenge.ts", "examples/kit/src/browser/bank.css"],
      files: ["examples/kit/src/challengePages.ts", "examples/kit/src/bankLayout.ts"]
    })
  ),
  inEnglish("debit", byPayers),
  inEnglish("instructions", byPayers),
  inEnglish("own-look", and(hosted, { files: [`${pictures}/taking/ownLook.ts`] })),
  inEnglish("portal", portal),
  inEnglish("portal-cancel", portal),
  inPortalLanguage("de", "portal-phone-dark"),
  inPortalLanguage("ar", "portal-arabic"),
  inEnglish("portal-receipt", portal),
  inEnglish("shop", and(shop, { bundled: [`${server}/shop/shopPages.ts`] })),
  inEnglish("past-due", and(shop, { bundled: [`${server}/shop/clubPages.ts`] })),
  inEnglish("api-docs", apiDocs),
  inEnglish("console", operatorsConsole),
  inEnglish("console-home", operatorsConsole),
  inEnglish("story", operatorsConsole),
  ...consolePageNames.map((name) => inEnglish(name, consolePages))
]

/** Returns true for a picture of the console, which `npm run pictures -- console` takes. */
export const isOfConsole = ({ shown }: Picture): boolean =>
  shown.bundled.includes("packages/console/src/page/main.tsx")
