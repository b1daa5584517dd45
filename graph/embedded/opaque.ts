/**
 * A statement's parameter whose value the query planner does not look at. It looks at that of a LIMIT, and of a condition on a table
 * with a partial index, and SQLite then compiles the statement again for each value that is bound
 * (https://sqlite.org/c3ref/prepare.html, on SQLITE_ENABLE_STAT4), which takes several times as long as a short read. For statements
 * that have one good plan, whatever the value is.
 * @param name without its @
 */
export function opaque(name: string): string {
  return `ifnull(@${name}, NULL)`;
}
