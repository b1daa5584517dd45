/** What a call adds to its operation. */
export interface SentCall {
  /** The one parameter of the path. */
  readonly param?: string;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly body?: unknown;
  /** GET is, and POST where it says so. */
  readonly repeatable?: boolean;
  /** Of the reply. */
  readonly maxBytes?: number;
}

/** The path of an operation, with its parameter and query. @param route as OpenAPI writes it */
export function pathOf(route: string, { param = '', query = {} }: SentCall): string {
  return `${route.replace(/\{\w+\}/, () => encodeURIComponent(param))}${queryOf(query)}`;
}

function queryOf(members: Readonly<Record<string, string | number | undefined>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(members)) {
    if (value !== undefined) query.set(name, String(value));
  }
  return query.size === 0 ? '' : `?${query}`;
}
