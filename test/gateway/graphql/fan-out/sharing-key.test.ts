import { parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import type { TokenGrant } from '../../../../engine/keys/keys.ts';
import { sharingKey } from '../../../../gateway/graphql/fan-out/sharing-key.ts';
import { schema } from '../../../../gateway/graphql/schema.ts';
import type { Session } from '../../../../gateway/graphql/session/session.ts';

const LOCAL: Session = { tenant: 'local', credentialIds: [], expiresAt: null, grant: null };
const GRANT: TokenGrant = {
  tokenId: 't1',
  chain: ['t1'],
  actor: 'ann',
  actorRoot: 'ann',
  standing: 100,
  capabilities: new Set(['svc.evidence', 'wiki.search']),
  corpora: new Set(['a', 'b']),
  prefixes: ['wx://a/claim/'],
  budget: null,
  audience: null,
  expiresAt: '2026-11-01T00:00:00.000Z',
};

const underGrant = (parts: Partial<TokenGrant> = {}): Session => ({
  tenant: null,
  credentialIds: ['t1'],
  expiresAt: GRANT.expiresAt,
  grant: { ...GRANT, ...parts },
});

interface Asked {
  readonly query?: string;
  readonly variables?: Record<string, unknown>;
  readonly session?: Session;
  readonly operationName?: string;
}

const QUERY = 'subscription { findings { seq } }';

function keyOf({ query = QUERY, variables = {}, session = LOCAL, operationName }: Asked): string {
  const args = { schema, document: parse(query), variableValues: variables, operationName };
  return sharingKey(args, session);
}

describe('subscriptions share results', () => {
  it.each<[string, Asked, Asked]>([
    [
      'that begin behind different positions',
      { query: 'subscription ($a: Int) { findings(after: $a) { seq } }', variables: { a: 1 } },
      { query: 'subscription ($a: Int) { findings(after: $a) { seq } }', variables: { a: 7 } },
    ],
    [
      'that name different answers, in the text itself',
      { query: 'subscription { findings(answerIds: ["ans_a"]) { seq } }' },
      { query: 'subscription { findings(answerIds: ["ans_b"], after: 3) { seq } }' },
    ],
    [
      'that give the same variables in another order, and one that stands nowhere else',
      {
        query:
          'subscription ($a: Int, $s: Boolean!, $t: Boolean!) { findings(after: $a) { seq @skip(if: $s) to @skip(if: $t) } }',
        variables: { s: true, t: false },
      },
      {
        query:
          'subscription ($a: Int, $s: Boolean!, $t: Boolean!) { findings(after: $a) { seq @skip(if: $s) to @skip(if: $t) } }',
        variables: { a: null, t: false, s: true },
      },
    ],
    ['that are laid out differently', {}, { query: 'subscription{findings{seq}} # so' }],
    [
      'whose tokens are others, with the same rights in another order',
      { session: underGrant() },
      {
        session: {
          ...underGrant({
            tokenId: 't2',
            chain: ['t0', 't2'],
            expiresAt: '2027-01-01T00:00:00.000Z',
            capabilities: new Set(['wiki.search', 'svc.evidence']),
            corpora: new Set(['b', 'a']),
          }),
          credentialIds: ['t0', 't2'],
          expiresAt: '2027-01-01T00:00:00.000Z',
        },
      },
    ],
  ])('%s', (_, one, other) => {
    expect(keyOf(one)).toBe(keyOf(other));
  });
});

describe('subscriptions never share results', () => {
  const NESTED = 'subscription ($show: Boolean!) { findings { seq to @include(if: $show) } }';
  const DEFAULT = (value: boolean) =>
    `subscription ($show: Boolean = ${value}) { findings { seq to @include(if: $show) } }`;
  const BOTH = `subscription ($a: Boolean = true, $b: Boolean = true) {
    findings { seq @include(if: $a) to @include(if: $b) }
  }`;
  it.each<[string, Asked, Asked]>([
    ['of different tenants', {}, { session: { ...LOCAL, tenant: 'other' } }],
    ['of a tenant and of nobody', {}, { session: { ...LOCAL, tenant: null } }],
    ['of a token and of a key', { session: { ...LOCAL, tenant: null } }, { session: underGrant() }],
    [
      'of a token that was narrowed to a prefix',
      { session: underGrant({ prefixes: null }) },
      { session: underGrant() },
    ],
    [
      'of a token with another prefix',
      { session: underGrant() },
      { session: underGrant({ prefixes: ['wx://b/claim/'] }) },
    ],
    [
      'of a token for fewer corpora',
      { session: underGrant() },
      { session: underGrant({ corpora: new Set(['a']) }) },
    ],
    [
      'of a token for no corpus and one for every corpus',
      { session: underGrant({ corpora: new Set() }) },
      { session: underGrant({ corpora: null }) },
    ],
    [
      'of a token with fewer capabilities',
      { session: underGrant() },
      { session: underGrant({ capabilities: new Set(['wiki.search']) }) },
    ],
    [
      'of another actor’s token',
      { session: underGrant() },
      { session: underGrant({ actor: 'bob', actorRoot: 'bob' }) },
    ],
    ['that ask for other fields', {}, { query: 'subscription { findings { seq to } }' }],
    ['that ask under another name', {}, { query: 'subscription { findings { s: seq } }' }],
    ['that name the field itself otherwise', {}, { query: 'subscription { f: findings { seq } }' }],
    [
      'with different variables in the selection',
      { query: NESTED, variables: { show: true } },
      { query: NESTED, variables: { show: false } },
    ],
    [
      'with different variables at a directive of the field itself',
      { query: 'subscription ($s: Boolean!) { findings @include(if: $s) { seq } }', variables: { s: true } },
      { query: 'subscription ($s: Boolean!) { findings @include(if: $s) { seq } }', variables: { s: false } },
    ],
    ['with different defaults', { query: DEFAULT(true) }, { query: DEFAULT(false) }],
    [
      'with a default and with null in its place',
      { query: DEFAULT(true) },
      { query: DEFAULT(true), variables: { show: null } },
    ],
    [
      'with null for one of two variables and for the other',
      { query: BOTH, variables: { a: null } },
      { query: BOTH, variables: { b: null } },
    ],
    [
      'with different variables in a fragment',
      {
        query:
          'subscription ($s: Boolean!) { findings { ...F } } fragment F on Finding { to @skip(if: $s) seq }',
        variables: { s: true },
      },
      {
        query:
          'subscription ($s: Boolean!) { findings { ...F } } fragment F on Finding { to @skip(if: $s) seq }',
        variables: { s: false },
      },
    ],
    [
      'of two operations of one document',
      { query: 'subscription A { findings { seq } } subscription B { findings { to } }', operationName: 'A' },
      { query: 'subscription A { findings { seq } } subscription B { findings { to } }', operationName: 'B' },
    ],
  ])('%s', (_, one, other) => {
    expect(keyOf(one)).not.toBe(keyOf(other));
  });
});
