/**
 * GET /v1/annotations: what was annotated on an address, oldest first (docs/spec/contract.md#ap-annotations-list;
 * docs/spec/decisions.md#8-budget).
 */
import type { AnnotationsPage } from '../../engine/annotate/list-annotations.ts';
import type { TokenGrant } from '../../engine/keys/keys.ts';
import type { AnnotationId } from '../../graph/address.ts';
import { type GatewayOutcome, refuse } from '../refusal/refusals.ts';
import { type Annotation, annotationsQuery, listAnnotations as CONTRACT } from '../wire/annotations.ts';
import { annotationTarget } from './annotation-target.ts';
import { allowedBudget, requireCapability } from './authorize.ts';
import type { AgentOperation, Call } from './operation.ts';
import { parseQuery } from './parse-input.ts';
import { corpusOf, type Reply, refusalReply, reply } from './reply.ts';
import { fitBudget } from './token-budget.ts';
import { wireAnnotation } from './wire-annotation.ts';

export const getAnnotations: AgentOperation = {
  contract: CONTRACT,
  plane: 'agent',
  handle: list,
};

/** Any annotation fits, in any script. */
export const ANNOTATIONS_BUDGET = 131_072;

async function list(call: Call, token: GatewayOutcome<TokenGrant | null>): Promise<Reply> {
  const grant = requireCapability(token, 'wiki.annotations', call.config);
  if (!grant.ok) return refusalReply(grant.refusal);
  const query = parseQuery(annotationsQuery, call.query);
  if (!query.ok) return refusalReply(query.refusal);
  const { target, after = null, token_budget } = query.value;
  if (after !== null && !isAnnotationId(after)) return refusalReply(NO_ANNOTATION.refusal);
  const view = await annotationTarget(call, target, grant.value);
  if (!view.ok) return refusalReply(view.refusal);
  const more = { corpus: corpusOf(view.value) };
  const page = await call.engine.listAnnotations({ target, view: view.value, after });
  if (!page.ok) return refusalReply(page.refusal, more);
  const asked = allowedBudget(token_budget, ANNOTATIONS_BUDGET, grant.value);
  const { kept, budget, next } = trimmed(page.value, asked, grant.value);
  const members = { annotations: kept, ...(next !== null && { next: changed(call.query, next) }) };
  return reply(CONTRACT, members, { budget, ...more });
}

const NO_ANNOTATION = refuse('invalid:query', 'after: not the id of an annotation');

function isAnnotationId(text: string): text is AnnotationId {
  return /^n1[a-z2-7]{26}$/.test(text);
}

/** The longest prefix that fits, and how to go on behind it. */
function trimmed({ annotations, left }: AnnotationsPage, asked: number, { budget: own }: TokenGrant) {
  const items = annotations.map(wireAnnotation);
  const { kept, budget } = fitBudget(items, asked, ({ kind }) => kind);
  const dropped = { ...budget.dropped, count: budget.dropped.count + left };
  const next = dropped.count === 0 ? null : nextQuery(items, kept.at(-1), own);
  return { kept, budget: { ...budget, dropped }, next };
}

/**
 * Begins after the last annotation that fits. Where not even the first fits, `next` asks with the budget that it
 * needs, or skips it where the token allows no such budget: a reader that follows `next` reaches the end.
 */
function nextQuery(
  [first]: readonly Annotation[],
  last: Annotation | undefined,
  own: number | null,
): Readonly<Record<string, string>> | null {
  if (last !== undefined) return { after: last.id };
  if (first === undefined) return null;
  const { spent } = fitBudget([first], Number.MAX_SAFE_INTEGER, ({ kind }) => kind).budget;
  return own !== null && spent > own ? { after: first.id } : { token_budget: String(spent) };
}

/** The query with some parameters changed, relative to the operation's own path; unknown parameters are left out. */
function changed(query: URLSearchParams, change: Readonly<Record<string, string>>): string {
  const known = [...query].filter(([name]) => name in annotationsQuery.shape);
  const all = Object.entries({ ...Object.fromEntries(known), ...change });
  return `?${all.map(([name, value]) => `${name}=${queryValue(value)}`).join('&')}`;
}

/**
 * Encodes no more than a query must (RFC 3986 §3.4): form encoding would escape every separator of the target's
 * address.
 */
function queryValue(text: string): string {
  return encodeURIComponent(text).replace(/%(?:2F|3A)/g, decodeURIComponent);
}
