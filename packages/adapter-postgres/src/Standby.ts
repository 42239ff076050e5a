/** A standby accepts no writes until it is promoted. */
export class Standby extends Error {
  constructor() {
    super("the server is a standby, which accepts no writes until it is promoted")
  }
}
