/** Requests against the wire's schemas. */
import type { z } from 'zod';
import { type GatewayOutcome, refuse } from '../refusal/refusals.ts';

const MAX_ISSUES = 8;
const MAX_ISSUE_LENGTH = 200;

const NO_BODY = refuse('invalid:body', 'there is no body: this operation takes an object in JSON or in CBOR');

/** The body as the schema reads it, else `invalid:body` with what is wrong where. */
export function parseBody<S extends z.ZodType>(schema: S, body: unknown): GatewayOutcome<z.output<S>> {
  if (body === undefined) return NO_BODY;
  const parsed = schema.safeParse(body);
  return parsed.success ? { ok: true, value: parsed.data } : refusedInput('invalid:body', parsed.error);
}

/** The query's parameters as the schema reads them; others are ignored, one that stands twice is refused. */
export function parseQuery<S extends z.ZodType>(
  schema: S,
  query: URLSearchParams,
): GatewayOutcome<z.output<S>> {
  const twice = [...query.keys()].find((name, index, names) => names.indexOf(name) !== index);
  if (twice !== undefined) return refuse('invalid:query', `${shortened(twice)} stands twice in the query`);
  const parsed = schema.safeParse(Object.fromEntries(query));
  return parsed.success ? { ok: true, value: parsed.data } : refusedInput('invalid:query', parsed.error);
}

function refusedInput(reason: 'invalid:body' | 'invalid:query', error: z.ZodError) {
  const issues = error.issues.slice(0, MAX_ISSUES).map(({ path, message }) => ({
    path: shortened(path.join('.')),
    message: shortened(message),
  }));
  const [first] = issues;
  const where = first === undefined || first.path === '' ? '' : `${first.path}: `;
  return refuse(reason, `${where}${first?.message ?? 'not what this operation takes'}`, {
    details: { issues },
  });
}

/** A caller's text is repeated shortened, and never with half a character. */
function shortened(text: string): string {
  return text.slice(0, MAX_ISSUE_LENGTH).toWellFormed();
}
