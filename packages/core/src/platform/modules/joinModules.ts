import type { EngineModule } from "./EngineModule.ts"
import type { ServiceDeclaration } from "./ServiceDeclaration.ts"

/** Joins modules into one, in their order. The check of a setup refuses names that collide. */
export const joinModules = <Follower>(
  modules: ReadonlyArray<EngineModule<Follower>>
): EngineModule<Follower> => {
  const services = servicesOf(modules)
  return {
    name: modules.map(({ name }) => name).join("+"),
    collections: modules.flatMap(({ collections }) => collections),
    services,
    routes: modules
      .flatMap(({ routes }) => routes)
      .filter(({ calls: [service, operation] }) => services[service]?.operations[operation]),
    tags: joined(modules.map(({ tags }) => tags)),
    events: joined(modules.map(({ events }) => events)),
    jobs: joined(modules.map(({ jobs }) => jobs)),
    followers: modules.flatMap(({ followers }) => followers)
  }
}

const joined = <A>(
  parts: ReadonlyArray<Readonly<Record<string, A>>>
): Readonly<Record<string, A>> => Object.assign({}, ...parts)

/** Returns the services with the operations that other modules add to them. */
const servicesOf = (
  modules: ReadonlyArray<EngineModule<unknown>>
): Readonly<Record<string, ServiceDeclaration>> => {
  const own = joined(modules.map(({ services }) => services))
  const added = Object.entries(own).map(([name, service]) => {
    const more = joined(modules.map(({ addsTo = {} }) => addsTo[name] ?? {}))
    return [name, { ...service, operations: { ...service.operations, ...more } }]
  })
  return Object.fromEntries(added)
}
