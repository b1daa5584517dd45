/** A program that uses generated types: what it does right passes, and each of its mistakes is one for the compiler too. */
import type { DocumentTypeDecoration, TypedDocumentNode } from '@graphql-typed-document-node/core';
import {
  type AnswerMode,
  AroundDocument,
  AskDocument,
  DisputedDocument,
  type DisputedQueryVariables,
  RiskDocument,
  VerdictsDocument,
} from './dist/operations.ts';
import type { Claim, StatementValue } from './dist/schema-types.ts';

declare function run<Result, Variables>(
  document: TypedDocumentNode<Result, Variables> & DocumentTypeDecoration<Result, Variables>,
  variables: Variables,
): Promise<Result>;

/** Both or neither. */
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;
function same<_ extends true>(): void {}

const { claims } = await run(DisputedDocument, { filter: { belief: ['DISPUTED', 'NONE'] }, first: 3 });
const total: number | null | undefined = claims?.totalCount;
const [claim] = claims?.nodes ?? [];
const addr: string | undefined = claim?.addr;
const confidence: number | undefined = claim?.belief?.effectiveConfidence;
const figure: number | null | undefined = claim?.statement?.value.number;
const url: string | undefined = claims?.export?.url;
same<Same<StatementValue['number'], number | null | undefined>>();
same<
  Same<NonNullable<Claim['belief']>['state'], NonNullable<NonNullable<typeof claim>['belief']>['state']>
>();
same<Same<DisputedQueryVariables['first'], number | null | undefined>>();

const { neighbourhood } = await run(AroundDocument, { of: addr ?? '', kinds: ['STATES', 'SAME_CLUSTER'] });
const shown = neighbourhood?.nodes.map(({ node }) => {
  if (node === null || node === undefined) return '';
  return node.__typename === 'Claim' ? node.text : node.title;
});

const mode: AnswerMode = 'VERIFIED';
const { ask } = await run(AskDocument, { q: 'How many moons does Saturn have?', mode });
const outcome = ask.__typename === 'Answer' ? ask.trust.findingsState : ask.reason;

const { findings } = await run(VerdictsDocument, { after: 0 });
const seq: number = findings.seq;

export const USED = [total, confidence, figure, url, shown, outcome, seq];

// @ts-expect-error an enum's values are those of the schema
await run(DisputedDocument, { filter: { belief: ['disputed'] } });
// @ts-expect-error a filter is needed
await run(DisputedDocument, { first: 3 });
// @ts-expect-error there is no such member
await run(DisputedDocument, { filter: { words: 'x' } });
// @ts-expect-error a truth is no id
await run(AroundDocument, { of: true });
// @ts-expect-error exactly one of the members is given
await run(RiskDocument, { of: { publisher: 'a.example', domain: 'b.example' } });
// @ts-expect-error and no fewer
await run(RiskDocument, { of: {} });
// @ts-expect-error the item of a list may be missing
claims?.nodes[0].addr;
// @ts-expect-error a failure has no answer
if (ask.__typename === 'Refusal') ask.summary;
