import { type Asset, bundle as bundleSources } from "@payloom/example-kit/bundle"
import { sandboxSources } from "@payloom/example-kit/sandboxSources"

/** All files that the pages load. */
export interface Assets {
  readonly payScript: Asset
  readonly payStyle: Asset
  readonly portalScript: Asset
  readonly cardFieldsScript: Asset
  readonly challengeScript: Asset
  readonly bankStyle: Asset
  readonly shopStyle: Asset
}

/** Bundles the browser code from its sources. */
export const bundle = (): Promise<Assets> =>
  bundleSources({
    ...sandboxSources,
    payScript: new URL("../browser/payPage.ts", import.meta.url),
    portalScript: new URL("../browser/portalPage.ts", import.meta.url),
    payStyle: new URL("../browser/payPage.css", import.meta.url),
    shopStyle: new URL("../browser/shop.css", import.meta.url)
  })
