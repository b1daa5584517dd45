/** What an ingest records of a corpus as contradictions, beside the conflicts and changes that its authors listed. */
import type { Engine } from '../../engine/engine.ts';
import { type Relation, relationOf, sourcePair } from '../../engine/reading/relate/relate-statements.ts';
import type { ArtefactId } from '../../graph/address.ts';
import type { ArtefactRecord } from '../../graph/artefact.ts';
import { allPlaces } from '../../graph/store/ranges.ts';
import type { DocumentPair } from '../document-pairs.ts';
import { rounded, share } from '../statistics.ts';
import { type StatingSentence, statesPair } from './states-values.ts';

/** Two sentences of which the log says that they contradict each other. */
export interface RecordedConflict {
  readonly a: StatingSentence;
  readonly b: StatingSentence;
  readonly relation: Relation;
}

/** Entries of a small corpus: more are not read. */
const MAX_ENTRIES = 100_000;

/** Each pair of sentences once: by structured forms, and by what the judge of pairs said. */
export async function recordedConflicts({ store }: Engine): Promise<RecordedConflict[]> {
  const entries = await store.entries({ after: -1, limit: MAX_ENTRIES, types: ['claim.asserted'] });
  const artefacts = new Map<ArtefactId, ArtefactRecord>();
  const found = new Map<string, RecordedConflict>();
  for (const { entry } of entries) {
    if (entry.body.type !== 'claim.asserted') continue;
    const { core, artefact, contradicts, opinions = [] } = entry.body;
    const judged = opinions.filter(({ stance }) => stance === 'CONTRADICT').map(({ claim }) => claim);
    const rivals = [...new Set([...contradicts, ...judged])];
    if (rivals.length === 0) continue;
    const claims = await store.records('claims', rivals);
    const places = await store.ranges('occurrences', allPlaces(rivals));
    for (const [index, rival] of claims.entries()) {
      // What came later says so itself.
      const earlier = (places[index] ?? []).filter(({ seq }) => seq < entry.seq);
      await readRecords(store, artefacts, [artefact, ...earlier.map((place) => place.artefact)]);
      for (const place of earlier) {
        const [own, other] = [artefacts.get(artefact), artefacts.get(place.artefact)];
        if (own === undefined || other === undefined || rival === null) continue;
        const conflict = conflictOf(own, core.text, other, rival.core.text);
        if (conflict !== null) found.set(JSON.stringify([conflict.a, conflict.b]), conflict);
      }
    }
  }
  return [...found.values()];
}

function conflictOf(own: ArtefactRecord, text: string, other: ArtefactRecord, rival: string) {
  const sourceOf = ({ publisher, observed_at }: ArtefactRecord) => ({ publisher, observedAt: observed_at });
  const relation = relationOf(sourcePair(sourceOf(own), sourceOf(other))) ?? 'disputed';
  return { a: { document: other.doc_id, text: rival }, b: { document: own.doc_id, text }, relation };
}

async function readRecords(
  store: Engine['store'],
  known: Map<ArtefactId, ArtefactRecord>,
  ids: readonly ArtefactId[],
): Promise<void> {
  const unread = [...new Set(ids)].filter((id) => !known.has(id));
  for (const state of unread.length === 0 ? [] : await store.records('artefacts', unread))
    if (state !== null) known.set(state.record.artefact_id, state.record);
}

/**
 * Right: what is flagged is a listed conflict or change. A change is called by its name where it is superseded. Near
 * conflicts and pairs within one document must not be flagged at all.
 */
export function conflictFigures(found: readonly RecordedConflict[], listed: readonly DocumentPair[]) {
  const of = (...relations: DocumentPair['relation'][]) =>
    listed.filter(({ relation }) => relations.includes(relation));
  const stands = (pairs: readonly DocumentPair[], { a, b }: RecordedConflict) =>
    pairs.some((one) => statesPair(one, a, b));
  const met = (pairs: readonly DocumentPair[], flagged: readonly RecordedConflict[]) =>
    pairs.filter((one) => flagged.some(({ a, b }) => statesPair(one, a, b))).length;
  const truth = of('conflict', 'change', 'conflict_or_change');
  const right = found.filter((one) => stands(truth, one));
  const superseded = found.filter(({ relation }) => relation === 'superseded');
  return {
    flagged: found.length,
    disputed: found.length - superseded.length,
    superseded: superseded.length,
    precision: rounded(share(right.length, found.length)),
    conflicts: { found: met(of('conflict'), found), of: of('conflict').length },
    changes: {
      found: met(of('change', 'conflict_or_change'), found),
      called_superseded: met(of('change'), superseded),
      of: of('change', 'conflict_or_change').length,
    },
    near_flagged: {
      flagged: met(
        of('near'),
        found.filter((one) => !stands(truth, one)),
      ),
      of: of('near').length,
    },
    within_one_document: found.filter(({ a, b }) => a.document === b.document).length,
    wrong: found
      .filter((one) => !stands(truth, one))
      .map(({ a, b }) => [a.document, b.document, a.text, b.text]),
  };
}
