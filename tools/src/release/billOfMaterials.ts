import type { Manifest } from "../workspace.ts"
import { broughtBy, type Lock } from "./licences.ts"

/** A package of the repository and its folder, such as packages/core. */
export interface Released {
  readonly folder: string
  readonly manifest: Manifest
}

const purlOf = (name: string, version: string): string =>
  `pkg:npm/${name.replace("@", "%40")}@${version}`

/** An SPDX expression with several licences is written as an expression. */
const licencesOf = (licence: string) =>
  / (OR|AND) /.test(licence) ? [{ expression: licence }] : [{ license: { id: licence } }]

const hashesOf = (integrity: string | undefined) => {
  const [algorithm, digest] = integrity?.split("-", 2) ?? []
  if (algorithm !== "sha512" || digest === undefined) return {}
  const content = Buffer.from(digest, "base64").toString("hex")
  return { hashes: [{ alg: "SHA-512", content }] }
}

const componentOf = (name: string, version: string, licence: string, integrity?: string) => ({
  type: "library",
  "bom-ref": purlOf(name, version),
  name,
  version,
  purl: purlOf(name, version),
  licenses: licencesOf(licence),
  ...hashesOf(integrity)
})

/**
 * Returns the bill of materials of a release in CycloneDX 1.5: the published packages, everything
 * that users install with them in the versions of package-lock.json, and which needs which. It has
 * no time and no random number, so the same release has the same bill.
 */
export const billOfMaterials = (lock: Lock, released: ReadonlyArray<Released>) => {
  const brought = broughtBy(
    lock,
    released.map(({ folder }) => folder)
  )
  const own = released.map(({ manifest: { name, version } }) => componentOf(name, version, "MIT"))
  const others = brought.map(({ name, version, licence, integrity }) =>
    componentOf(name, version, licence, integrity)
  )
  return {
    $schema: "http://cyclonedx.org/schema/bom-1.5.schema.json",
    bomFormat: "CycloneDX",
    specVersion: "1.5",
    version: 1,
    metadata: { component: { type: "library", name: "payloom", version: versionOf(released) } },
    components: [...own, ...others],
    dependencies: released.map(({ folder, manifest: { name, version } }) => ({
      ref: purlOf(name, version),
      dependsOn: [
        ...new Set(broughtBy(lock, [folder]).map((each) => purlOf(each.name, each.version)))
      ]
    }))
  }
}

const versionOf = ([first]: ReadonlyArray<Released>): string => first?.manifest.version ?? ""
