/** Counts of a corpus as of a time: of what had taken effect by then. Unlike those of the present they look at every row. */

import { setImmediate as nextTurn } from 'node:timers/promises';
import { addLooks } from '../caller.ts';
import { EVIDENCE_KINDS, type EvidenceKind } from '../evidence.ts';
import type { CorpusCounts } from '../store/lists.ts';
import { MAX_COUNTED } from '../store/lists.ts';
import type { Connection, SqlParams } from './connection.ts';
import { SLICE, slicesOf } from './slices.ts';

interface Slice {
  /** Rows that were looked at. */
  readonly looked: number;
  /** Of those what had taken effect; what is not known has not. */
  readonly held: number;
  /** The last row's place. */
  readonly after: string | number;
}

const ARTEFACTS = `
  SELECT doc_id, licence, effective_at AS afterTime, id AS afterId FROM artefacts
  WHERE corpus = @corpus AND effective_at <= @until AND (effective_at, id) > (@afterTime, @afterId)
  ORDER BY effective_at, id LIMIT @slice`;

/** Addresses of one kind in one corpus lie between `…/kind/` and `…/kind0`: `0` is the character after `/`. */
function ofKind(corpus: string, kind: string): { readonly first: string; readonly end: string } {
  return { first: `wx://${corpus}/${kind}/`, end: `wx://${corpus}/${kind}0` };
}

const SECTIONS = `
  SELECT effective_at <= @until AS held, addr AS after FROM sections
  WHERE addr > @after AND addr < @end ORDER BY addr LIMIT @slice`;
const CLAIMS = `
  SELECT EXISTS (
    SELECT 1 FROM occurrences o WHERE o.claim = c.addr AND o.effective_at <= @until
  ) AS held, c.addr AS after
  FROM claims c WHERE c.addr > @after AND c.addr < @end ORDER BY c.addr LIMIT @slice`;
const EVENTS = `
  SELECT effective_at <= @until AS held, log_seq AS after FROM ledger
  WHERE corpus = @corpus AND kind = @kind AND log_seq > @after ORDER BY log_seq LIMIT @slice`;
const ANNOTATIONS = `
  SELECT effective_at <= @until AS held, seq AS after FROM annotations
  WHERE corpus = @corpus AND seq > @after ORDER BY seq LIMIT @slice`;
const CLOSURES = `
  SELECT record ->> '$.closed_at' <= @until AS held, stub_id AS after FROM stub_closures
  WHERE corpus = @corpus AND stub_id > @after ORDER BY stub_id LIMIT @slice`;

export async function readCountsBy(
  connection: Connection,
  corpus: string,
  until: string,
): Promise<CorpusCounts> {
  const count = (sql: string, params: SqlParams, most?: number) =>
    countHeld(connection, sql, { corpus, until, ...params }, most);
  const sections = ofKind(corpus, 'sec');
  const claims = ofKind(corpus, 'claim');
  let events = 0;
  const eventKinds: [EvidenceKind, number][] = [];
  for (const kind of EVIDENCE_KINDS) {
    const ofKind = await count(EVENTS, { kind, after: -1 }, MAX_COUNTED - events);
    events += ofKind;
    if (ofKind > 0) eventKinds.push([kind, ofKind]);
  }
  return {
    ...(await readArtefacts(connection, { corpus, until })),
    sections: await count(SECTIONS, { after: sections.first, end: sections.end }),
    claims: await count(CLAIMS, { after: claims.first, end: claims.end }, MAX_COUNTED),
    events,
    eventKinds: Object.fromEntries(eventKinds),
    annotations: await count(ANNOTATIONS, { after: -1 }),
    closedStubs: await count(CLOSURES, { after: '' }),
  };
}

/** How many are held, as far as `most`. @param params with the place `after` which it begins */
async function countHeld(
  connection: Connection,
  sql: string,
  params: SqlParams,
  most = Number.POSITIVE_INFINITY,
): Promise<number> {
  const counting = `SELECT count(*) AS looked, coalesce(sum(held), 0) AS held, max(after) AS after FROM (${sql})`;
  let count = 0;
  for (let place = params; ; ) {
    // An aggregate always gives one row.
    const { looked, held, after } = connection.row<Slice>(counting, { ...place, slice: SLICE }) as Slice;
    addLooks(looked);
    count += held;
    if (looked < SLICE || count >= most) return Math.min(count, most);
    place = { ...params, after };
    await nextTurn();
  }
}

type ArtefactCounts = Pick<
  CorpusCounts,
  'artefacts' | 'documents' | 'licences' | 'oldestEffectiveAt' | 'newestEffectiveAt'
>;

interface ArtefactRow extends Record<string, string> {
  readonly doc_id: string;
  readonly licence: string;
  readonly afterTime: string;
}

async function readArtefacts(connection: Connection, params: SqlParams): Promise<ArtefactCounts> {
  const documents = new Set<string>();
  const licences = new Map<string, number>();
  const times: string[] = [];
  const slices = slicesOf<ArtefactRow>(connection, ARTEFACTS, params, { afterTime: '', afterId: '' });
  for await (const rows of slices) {
    for (const { doc_id, licence, afterTime } of rows) {
      documents.add(doc_id);
      licences.set(licence, (licences.get(licence) ?? 0) + 1);
      times.push(afterTime);
    }
  }
  return {
    artefacts: times.length,
    documents: documents.size,
    licences: Object.fromEntries([...licences]),
    oldestEffectiveAt: times.at(0) ?? null,
    newestEffectiveAt: times.at(-1) ?? null,
  };
}
