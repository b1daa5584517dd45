/**
 * Scalars beside GraphQL's own. They say what a value is; what an argument means is checked by the field that takes it, so
 * that its error has the field's place and a reason, and the other fields stand.
 */
import { GraphQLError } from 'graphql';

interface Shape<T> {
  readonly Input: T;
  readonly Output: T;
}

/** By name; the library takes no interface. */
export type ScalarShapes = {
  readonly ClaimAddress: Shape<string>;
  readonly Date: Shape<string>;
  readonly DateTime: Shape<string>;
  readonly Duration: Shape<string>;
  readonly Hash: Shape<string>;
  readonly JSON: { readonly Input: never; readonly Output: unknown };
  readonly LogPosition: Shape<number>;
  readonly URL: Shape<string>;
};

interface ScalarOptions {
  readonly description: string;
  readonly specifiedByURL?: string;
  readonly serialize: (value: unknown) => never;
  readonly parseValue: (value: unknown) => never;
}

const asIs = (value: unknown) => value;

function text(value: unknown): string {
  if (typeof value === 'string') return value;
  throw new GraphQLError('a text is expected');
}

function position(value: unknown): number {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value;
  throw new GraphQLError('a whole number is expected');
}

function noInput(): never {
  throw new GraphQLError('no argument takes JSON');
}

export const SCALARS: readonly (readonly [keyof ScalarShapes, ScalarOptions])[] = [
  scalar('ClaimAddress', 'The address of a claim: wx://<corpus>/claim/c1….', text),
  scalar('Date', 'A day of ISO 8601, as 2023-05-12.', text, 'https://www.rfc-editor.org/rfc/rfc3339'),
  scalar(
    'DateTime',
    'RFC 3339 in UTC with milliseconds. An argument takes a date too, which means its end, or its beginning in `from`.',
    text,
    'https://www.rfc-editor.org/rfc/rfc3339',
  ),
  scalar('Duration', 'An ISO 8601 duration, such as P7D or PT24H.', text),
  scalar('Hash', 'A hash in hexadecimal digits, 64 where nothing else is said.', text),
  scalar('JSON', 'Any JSON value.', noInput, 'https://www.rfc-editor.org/rfc/rfc8259'),
  scalar(
    'LogPosition',
    'A position in the log, or how many there are: a whole number up to 2^53 - 1, past what Int holds.',
    position,
  ),
  scalar('URL', 'RFC 3986.', text, 'https://www.rfc-editor.org/rfc/rfc3986'),
];

function scalar(
  name: keyof ScalarShapes,
  description: string,
  parse: (value: unknown) => unknown,
  specifiedByURL?: string,
): readonly [keyof ScalarShapes, ScalarOptions] {
  // What is written is of the shape already: fields are typed by it. A text and a number are what the shapes say.
  const options = { serialize: asIs as () => never, parseValue: parse as () => never };
  return [name, { description, ...options, ...(specifiedByURL !== undefined && { specifiedByURL }) }];
}
