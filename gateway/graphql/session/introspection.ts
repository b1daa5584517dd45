/** Who may ask for the schema itself. */
import { BREAK, type DocumentNode, GraphQLError, visit } from 'graphql';
import type { Session } from './session.ts';

/** `on`: every caller that may query; `keys`: organisations, by their keys or in open mode; `off`: nobody. */
export type Introspection = 'on' | 'keys' | 'off';

/** What the schema costs to tell, however little is asked of it. */
export const INTROSPECTION_COST = 1_000;

const FIELDS: ReadonlySet<string> = new Set(['__schema', '__type']);
/** Documents come again. */
const asking = new WeakMap<DocumentNode, boolean>();

export function asksForSchema(document: DocumentNode): boolean {
  const known = asking.get(document);
  if (known !== undefined) return known;
  let found = false;
  visit(document, {
    Field: ({ name }) => {
      if (!FIELDS.has(name.value)) return undefined;
      found = true;
      return BREAK;
    },
  });
  asking.set(document, found);
  return found;
}

/** @throws {GraphQLError} `denied:introspection` */
export function checkIntrospection(policy: Introspection, { tenant }: Session, document: DocumentNode): void {
  if (policy === 'on' || (policy === 'keys' && tenant !== null) || !asksForSchema(document)) return;
  const message =
    policy === 'off'
      ? 'the schema is not served here'
      : 'the schema is served to organisations: send an API key';
  throw new GraphQLError(message, { extensions: { code: 'denied:introspection', http: { status: 403 } } });
}
