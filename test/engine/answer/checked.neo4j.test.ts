/** What an answer lists as checked for the opposite, on both stores side by side. */
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import type { AnswerView, CheckedClaim } from '../../../engine/answer/answer.ts';
import type { Engine } from '../../../engine/engine.ts';
import type { OpenedStore } from '../../conformance/graph-store/harness.ts';
import { describeNeo4j } from '../../setup/describe-engine.ts';
import {
  answerOf,
  DEMO_FOLDER,
  demoFiles,
  faultsOf,
  type Golden,
  ingestInto,
  readGolden,
} from '../documents.ts';
import { openEmptyEmbedded, openEmptyNeo4j } from '../open-stores.ts';
import { createTestEngine } from '../test-engine.ts';

const CORPUS = 'demo';
const PATIENCE_MS = 300_000;
/**
 * Sections of one search: each store ranks with its own engine, so that the last of them may be others
 * (docs/spec/decisions.md#1-determinism, c).
 */
const MAX_SECTIONS = 12;

describeNeo4j('what is checked for the opposite, embedded and on Neo4j', (server) => {
  let stores: OpenedStore[] = [];
  let engines: Engine[] = [];

  beforeAll(async () => {
    stores = [await openEmptyEmbedded(), await openEmptyNeo4j(server())];
    engines = stores.map(({ store }) => createTestEngine(store));
    for (const engine of engines) await ingestInto(engine, CORPUS, demoFiles());
    return async () => {
      for (const opened of stores) await opened.dispose();
    };
  }, PATIENCE_MS);

  async function asked(engine: Engine, { q, as_of: asOf }: Golden): Promise<AnswerView> {
    return answerOf(engine, { corpus: CORPUS, q, asOf, mode: 'light' });
  }

  const checkedIn = ({ answer }: AnswerView): readonly CheckedClaim[] =>
    answer.claim_clusters.flatMap((one) => one.checked ?? []);

  /** What the one store's ranking has in its tail, the other's search for the opposite finds. */
  const foundBy = (by: string) => (by === 'ranking' ? 'opposite_search' : by);
  const withoutTail = ({ claim_id, searches, found_by }: CheckedClaim) => {
    return { claim_id, searches, found_by: found_by.map(foundBy) };
  };
  const isCut = ({ searches }: CheckedClaim) => searches.some(({ sections }) => sections === MAX_SECTIONS);
  const beyond = (one: CheckedClaim, other: CheckedClaim | undefined) =>
    one.clear.filter((id) => !other?.clear.includes(id)).length;

  test('is the same for every golden question of the demo corpus, but for the tail of a search that was cut', {
    timeout: PATIENCE_MS,
  }, async () => {
    const compared = { whole: 0, cut: 0, clear: 0 };
    const otherwise: string[] = [];
    const foundOtherwise: string[] = [];
    for (const golden of readGolden(join(DEMO_FOLDER, 'golden.json'))) {
      const [here, there] = await Promise.all(engines.map((one) => asked(one, golden)));
      if (here === undefined || there === undefined) throw new Error('a store is missing');
      if (here.answer.summary !== there.answer.summary) {
        // Each store ranks with its own engine: the same answer may be in the words of another sentence.
        expect([faultsOf(golden, here), faultsOf(golden, there)]).toEqual([[], []]);
        otherwise.push(golden.q);
        continue;
      }
      const [embedded, neo4j] = [checkedIn(here), checkedIn(there)];
      expect(neo4j.map(withoutTail)).toEqual(embedded.map(withoutTail));
      for (const [index, one] of embedded.entries()) {
        compared.clear += one.clear.length;
        compared[isCut(one) ? 'cut' : 'whole'] += 1;
        if (!isCut(one)) expect(neo4j[index]).toEqual(one);
        else if (one.found_by.join() !== neo4j[index]?.found_by.join()) foundOtherwise.push(golden.q);
        const other = neo4j[index];
        // The last section of each search that was cut may be another one.
        const tails = one.searches.filter(({ sections }) => sections === MAX_SECTIONS).length;
        expect(beyond(one, other)).toBeLessThanOrEqual(tails);
        if (other !== undefined) expect(beyond(other, one)).toBeLessThanOrEqual(tails);
      }
    }
    expect(otherwise.length, otherwise.join('; ')).toBeLessThan(3);
    expect(foundOtherwise.length, foundOtherwise.join('; ')).toBeLessThan(3);
    expect(Object.values(compared).every((count) => count > 0)).toBe(true);
  });
});
