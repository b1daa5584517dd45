/** Where a store lies in PostgreSQL. */
export interface PostgresOptions {
  /** `postgres://user:password@host:port/database`; see node-postgres for its parameters, such as `sslmode`; and `schema`. */
  readonly url: string;
  /** Schema of the store's tables, the URL's or `adduce` by default: lower-case letters, digits and underscores. */
  readonly schema?: string;
}

const SCHEMA = /^[a-z_][a-z0-9_]{0,40}$/;
const PROTOCOLS = ['postgres:', 'postgresql:'];

/** Checks both and fills in the default. Throws `RangeError` naming what is wrong, without the password. */
export function checkOptions({ url, schema: given }: PostgresOptions): Required<PostgresOptions> {
  const parsed = URL.parse(url);
  if (parsed === null || !PROTOCOLS.includes(parsed.protocol)) {
    throw new RangeError('a PostgreSQL URL is postgres://user:password@host:port/database');
  }
  const schema = given ?? parsed.searchParams.get('schema') ?? 'adduce';
  if (!SCHEMA.test(schema))
    throw new RangeError(`not a schema name of lower-case letters, digits and _: ${schema}`);
  // The driver would take it for a setting of the server.
  parsed.searchParams.delete('schema');
  return { url: parsed.href, schema };
}
