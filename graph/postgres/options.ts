/** Where a store lies in PostgreSQL. */
export interface PostgresOptions {
  /** `postgres://user:password@host:port/database`; see node-postgres for its parameters, such as `sslmode`. */
  readonly url: string;
  /** Schema of the store's tables, `adduce` by default: lower-case letters, digits and underscores. */
  readonly schema?: string;
}

const SCHEMA = /^[a-z_][a-z0-9_]{0,40}$/;
const PROTOCOLS = ['postgres:', 'postgresql:'];

/** Checks both and fills in the default. Throws `RangeError` naming what is wrong, without the password. */
export function checkOptions({ url, schema = 'adduce' }: PostgresOptions): Required<PostgresOptions> {
  const parsed = URL.parse(url);
  if (parsed === null || !PROTOCOLS.includes(parsed.protocol)) {
    throw new RangeError('a PostgreSQL URL is postgres://user:password@host:port/database');
  }
  if (!SCHEMA.test(schema))
    throw new RangeError(`not a schema name of lower-case letters, digits and _: ${schema}`);
  return { url, schema };
}
