/** The `after` of a query is not the `next` of a page. */
export class InvalidCursorError extends Error {
  constructor() {
    super('`after` is not the `next` of a page')
  }
}
