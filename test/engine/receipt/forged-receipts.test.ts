import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Receipt } from '../../../engine/receipt/receipt.ts';
import { verifyOffline } from '../../../engine/receipt/verify-receipt.ts';
import { trusted } from '../../../graph/log/key-list.ts';
import { type DemoReceipt, forged, openDemoReceipt } from './demo-receipt.ts';

let demo: DemoReceipt;

beforeAll(async () => {
  demo = await openDemoReceipt();
});

afterAll(() => demo.opened.dispose());

async function faultsIn(change: Partial<Receipt>): Promise<string[]> {
  const { view, verifier } = await forged(demo, change);
  return verifyOffline(view, [trusted(verifier)]).steps.flatMap(({ step, ok }) => (ok ? [] : [step]));
}

/** The first of a list that the demo's receipt has. */
function first<T>(list: readonly T[]): T {
  const [one] = list;
  if (one === undefined) throw new Error('the receipt of the demo has none');
  return one;
}

const OTHER_HASH = 'ab'.repeat(32);

describe('a receipt whose forger owns a log', () => {
  test('verifies where nothing was changed', async () => {
    expect(await faultsIn({})).toEqual([]);
  });

  test('verifies without a count of tokens, which receipts of before it lack', async () => {
    const { tokens, ...cost } = demo.view.receipt.cost;
    expect(tokens).toBeGreaterThan(0);
    const { view, verifier } = await forged(demo, { cost });
    const { ok, replay } = verifyOffline(view, [trusted(verifier)]);
    expect(ok).toBe(true);
    expect(replay?.hash).toBe(view.hash);
  });

  test.each<[string, (receipt: Receipt) => Partial<Receipt>, readonly string[]]>([
    ['another seed', () => ({ seed: OTHER_HASH }), ['snapshot', 'replay']],
    [
      'another question, whose seed it is not',
      ({ request }) => ({ request: { ...request, k: request.k + 1 } }),
      ['snapshot', 'replay'],
    ],
    [
      'another snapshot',
      ({ corpus }) => ({ corpus: { ...corpus, snapshot: `1.${OTHER_HASH.slice(0, 12)}` } }),
      ['log_entry', 'snapshot'],
    ],
    [
      'a set of another name',
      ({ evidence_set }) => ({ evidence_set: { ...evidence_set, set_id: 'es_other' } }),
      ['selection', 'replay'],
    ],
    [
      'a set that is said to be bounded only',
      ({ evidence_set }) => ({ evidence_set: { ...evidence_set, optimality: 'bounded' } }),
      ['selection', 'replay'],
    ],
    [
      'another primary artefact of the list',
      ({ artefacts, primary_artifact_id }) => ({
        primary_artifact_id: first(artefacts.filter((one) => one.artefact_id !== primary_artifact_id))
          .artefact_id,
      }),
      ['primary', 'replay'],
    ],
    ['no primary artefact', () => ({ primary_artifact_id: null }), ['primary', 'replay']],
    [
      'a better score of its coverage',
      ({ claim_clusters }) => {
        const [cluster, ...rest] = claim_clusters;
        if (cluster === undefined) throw new Error('no cluster');
        const coverage = cluster.coverage.map((one) => ({ ...one, score: one.score / 2 }));
        return { claim_clusters: [{ ...cluster, coverage }, ...rest] };
      },
      ['coverage', 'replay'],
    ],
    [
      'coverage left out',
      ({ claim_clusters }) => ({ claim_clusters: claim_clusters.map((one) => ({ ...one, coverage: [] })) }),
      ['log_entry', 'coverage', 'replay'],
    ],
    [
      'a search that explored more',
      ({ cost }) => ({ cost: { ...cost, nodes_explored: cost.nodes_explored + 1 } }),
      ['cost', 'replay'],
    ],
    [
      'a candidate left out',
      ({ candidates }) => ({ candidates: candidates.slice(0, -1) }),
      ['cost', 'replay'],
    ],
    [
      'a licence that the artefact has not',
      ({ artefacts }) => ({ artefacts: artefacts.map((one) => ({ ...one, licence: 'CC0-9.9' })) }),
      ['provenance', 'coverage', 'replay'],
    ],
    [
      'a day of observation that is not its own',
      ({ artefacts }) => ({
        artefacts: artefacts.map((one) => ({ ...one, observed_at: '2026-01-01T00:00:00.000Z' })),
      }),
      ['provenance', 'coverage', 'replay'],
    ],
    [
      'bytes of another hash',
      ({ artefacts }) => ({ artefacts: artefacts.map((one) => ({ ...one, hash: OTHER_HASH })) }),
      ['provenance'],
    ],
    ['an artefact less in the list', ({ artefacts }) => ({ artefacts: artefacts.slice(0, -1) }), ['claims']],
    [
      'a wrong publisher in the selection',
      ({ selection, evidence_set }) => ({
        selection: {
          ...selection,
          artefacts: selection.artefacts.map((one) =>
            evidence_set.artefact_ids.some((id) => id === one.id)
              ? { ...one, publisher: 'other.example' }
              : one,
          ),
        },
      }),
      ['provenance'],
    ],
    [
      'a claim whose contents are others',
      ({ claim_graph }) => ({
        claim_graph: {
          ...claim_graph,
          claims: claim_graph.claims.map((one) => ({ ...one, content_hash: OTHER_HASH })),
        },
      }),
      ['claims'],
    ],
    [
      'an edge whose span says something else',
      ({ claim_graph }) => ({
        claim_graph: {
          ...claim_graph,
          edges: claim_graph.edges.map((one) => ({ ...one, span_hash: OTHER_HASH })),
        },
      }),
      ['spans'],
    ],
    [
      'a demand that was lowered after the choice',
      ({ selection }) => ({ selection: { ...selection, claims: selection.claims.slice(1) } }),
      ['selection', 'replay'],
    ],
  ])('is found out by %s', async (_, change, steps) => {
    expect(await faultsIn(change(demo.view.receipt))).toEqual(steps);
  });

  test.each([
    ['a tenant', { tenant: 'other' }],
    ['a corpus', { corpus: { name: 'other', snapshot: '' } }],
  ])('is found out by the entry of the log for %s of another name', async (_, change) => {
    expect(await faultsIn(change)).toContain('log_entry');
  });

  test('is found out by an artefact that the answer could not see', async () => {
    const { view } = demo.view.receipt;
    const earlier = { ...view, until: '2000-01-01T00:00:00.000Z' };
    const { view: given, verifier } = await forged(
      demo,
      { view: earlier },
      { effective_until: earlier.until },
    );
    const { steps } = verifyOffline(given, [trusted(verifier)]);
    expect(steps.filter(({ ok }) => !ok).map(({ step }) => step)).toEqual(['provenance']);
  });
});

describe('the proofs of artefacts', () => {
  const faultsOf = (log: Partial<typeof demo.view.log>) => {
    const given = { ...demo.view, log: { ...demo.view.log, ...log } };
    return verifyOffline(given, null).steps.flatMap(({ step, ok }) => (ok ? [] : [step]));
  };

  test('are under the tree of the answer, one for each artefact in their order', () => {
    const { artefacts, tree_size, seq } = demo.view.log;
    expect(artefacts.map((one) => one.artefact_id)).toEqual(
      demo.view.receipt.artefacts.map((one) => one.artefact_id),
    );
    expect(tree_size).toBe(seq + 1);
    expect(artefacts.every(({ inclusion }) => inclusion.length <= Math.ceil(Math.log2(tree_size)))).toBe(
      true,
    );
  });

  test('are missed where one is left out, another stands in its place, or two change places', () => {
    const { artefacts } = demo.view.log;
    expect(faultsOf({ artefacts: artefacts.slice(1) })).toEqual(['provenance']);
    expect(faultsOf({ artefacts: [...artefacts, first(artefacts)] })).toEqual(['provenance']);
    expect(faultsOf({ artefacts: artefacts.map(() => first(artefacts)) })).toEqual(['provenance']);
    expect(faultsOf({ artefacts: artefacts.toReversed() })).toEqual(['provenance']);
  });

  test('are not taken for another entry that is in the tree', () => {
    const { artefacts, entry, inclusion } = demo.view.log;
    const [one, ...rest] = artefacts;
    if (one === undefined) throw new Error('no artefact');
    expect(faultsOf({ artefacts: [{ ...one, entry, inclusion }, ...rest] })).toEqual(['provenance']);
  });

  test('of the snapshot are of that very tree', () => {
    const { snapshot } = demo.view.log;
    expect(faultsOf({ snapshot: { ...snapshot, size: snapshot.size - 1 } })).toEqual(['snapshot']);
    expect(faultsOf({ snapshot: { ...snapshot, root: OTHER_HASH } })).toEqual(['snapshot', 'replay']);
    expect(faultsOf({ snapshot: { ...snapshot, consistency: [] } })).toEqual(['snapshot']);
  });
});
