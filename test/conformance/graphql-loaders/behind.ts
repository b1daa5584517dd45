/** Engines that are kept between requests, and claims whose ledgers go on meanwhile. */
import { createGraphql, type Graphql } from '../../../gateway/graphql/create-graphql.ts';
import type { ClaimAddr } from '../../../graph/address.ts';
import type { GraphStore } from '../../../graph/store/store.ts';
import { ingestInto, jsonLines } from '../../engine/documents.ts';
import { createTestEngine } from '../../engine/test-engine.ts';
import { graphqlConfig } from '../../gateway/graphql/graphql-config.ts';
import { StoreCounter } from './store-counter.ts';

const CORPUS = 'comets';
const COMETS = ['Halley', 'Encke', 'Borrelly', 'Wild', 'Tempel', 'Hartley'];
/** Claims whose beliefs are asked for at once. */
export const FEW_CLAIMS = 2;
export const MANY_CLAIMS = COMETS.length;

/** One that stays, with the calls that it makes of its store. */
export class KeptService {
  readonly counter = new StoreCounter();
  readonly graphql: Graphql;

  constructor(store: GraphStore) {
    const engine = createTestEngine(this.counter.around(store));
    this.graphql = createGraphql({ engine, config: graphqlConfig() });
  }
}

/** Claims with one entry each, for none of which a successor was proposed. */
export async function fillComets(store: GraphStore): Promise<void> {
  const documents = COMETS.map((title, index) => ({
    id: title,
    text: `${title} has ${index + 2} tails.`,
    domain: `${index}.example`,
    day: '2023-05-12',
    title,
  }));
  await ingestInto(createTestEngine(store), CORPUS, [jsonLines(documents)]);
}

/** @param args more arguments */
export function beliefsOf(first: number, args = ''): string {
  return `{ claims(corpus: "${CORPUS}" first: ${first} ${args}) {
    nodes { addr belief { state effectiveConfidence } } } }`;
}

/** Appends so many entries to the ledger of each claim, each by an actor of its own. */
export async function corroborateAll(
  store: GraphStore,
  claims: readonly ClaimAddr[],
  times: number,
  who: string,
): Promise<void> {
  const engine = createTestEngine(store);
  const numbers = Array.from({ length: times }, (_, n) => n);
  const appended = claims.flatMap((claim) =>
    numbers.map(async (n) => {
      const actor = `${who}-${n}`;
      const outcome = await engine.appendEvidence({
        claim,
        corpus: CORPUS,
        kind: 'corroborate',
        evidence: [{ ref: `https://${actor}.example/`, hash: 'unknown', kind: 'source' }],
        attestations: [],
        stake: null,
        writer: { actor, actorRoot: actor, standing: 700, tokenId: 't', maySupersede: false },
        idempotency: null,
      });
      if (!outcome.ok) throw new Error(outcome.refusal.reason);
    }),
  );
  await Promise.all(appended);
}
