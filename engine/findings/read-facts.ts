/** Reads what evaluating answers needs, for many answers in a handful of batch reads. */
import type { ArtefactId, ClaimAddr } from '../../graph/address.ts';
import type { ArtefactRecord, ArtefactState } from '../../graph/artefact.ts';
import type { AnswerAssembled } from '../../graph/log/entry.ts';
import type { BlobReader } from '../../graph/store/blobs.ts';
import type { RangeReader } from '../../graph/store/ranges.ts';
import type { RecordReader } from '../../graph/store/records.ts';
import type { View } from '../../graph/store/rows.ts';
import type { Beliefs } from '../belief/read-beliefs.ts';
import { type Opposition, readOpposition } from '../belief/read-rivals.ts';
import { isWithdrawn, refusedLicence } from '../retrieve/originals.ts';
import { readSupport } from '../retrieve/support.ts';
import { within } from '../view.ts';
import { readDamage } from './damage.ts';
import type { FindingFacts, RivalBelief } from './evaluate.ts';

/**
 * Facts for answers that share one view.
 * @param refuses licences under which no mirror takes an original's place
 */
export async function readFacts(
  reader: BlobReader & RecordReader & RangeReader,
  beliefReader: Beliefs,
  answers: readonly Pick<AnswerAssembled, 'claims' | 'artefacts'>[],
  view: View,
  refuses: (licence: string) => boolean = () => false,
): Promise<FindingFacts> {
  const claims = [...new Set(answers.flatMap((answer) => answer.claims))];
  const opposition = await readOpposition(reader, claims, view);
  const rivals = [...new Set([...opposition.values()].flatMap(opponentsOf))];
  const beliefs = await beliefReader.read([...claims, ...rivals], view);
  const records = await reader.records('claims', rivals);
  const clusters = new Map(
    records.flatMap((one) => (one === null ? [] : [[one.addr, one.claim_cluster_id] as const])),
  );
  const rivalOf = (addr: ClaimAddr, judged: boolean): RivalBelief => ({
    addr,
    judged,
    cluster: clusters.get(addr) ?? '',
    fold: beliefs.get(addr)?.fold ?? null,
  });
  const artefacts = await readArtefacts(reader, [...new Set(answers.flatMap((answer) => answer.artefacts))]);
  return {
    folds: new Map(claims.map((claim) => [claim, beliefs.get(claim)?.fold ?? null])),
    rivals: new Map(
      [...opposition].map(([claim, { rivals: told, contests }]) => [
        claim,
        [...told.map((addr) => rivalOf(addr, false)), ...contests.map(({ addr }) => rivalOf(addr, true))],
      ]),
    ),
    artefacts,
    replaced: await readReplaced(reader, answers, { artefacts, view, refuses }),
    damaged: await readDamage(reader),
    relicensed: await readRelicensed(reader, artefacts, view),
    until: view.until,
  };
}

function opponentsOf({ rivals, contests }: Opposition): ClaimAddr[] {
  return [...rivals, ...contests.map(({ addr }) => addr)];
}

async function readArtefacts(
  reader: RecordReader,
  ids: readonly ArtefactId[],
): Promise<Map<ArtefactId, ArtefactState>> {
  const states = ids.length === 0 ? [] : await reader.records('artefacts', ids);
  return new Map(states.flatMap((one) => (one === null ? [] : [[one.record.artefact_id, one] as const])));
}

interface Standing {
  readonly artefacts: ReadonlyMap<ArtefactId, ArtefactState>;
  readonly view: View;
  readonly refuses: (licence: string) => boolean;
}

/**
 * Which withdrawn artefacts have another that still states the claim in the same words: the mirror of an original,
 * another one of a mirror, or a later version of the document. Answers without a withdrawn artefact cost nothing.
 */
async function readReplaced(
  reader: RecordReader & RangeReader,
  answers: readonly Pick<AnswerAssembled, 'claims' | 'artefacts'>[],
  { artefacts, view, refuses }: Standing,
): Promise<FindingFacts['replaced']> {
  const states = [...artefacts.values()].filter((state) => isWithdrawn(state, view));
  const gone = new Map(states.map(({ record }) => [record.artefact_id, record]));
  const hit = answers.filter((answer) => answer.artefacts.some((id) => gone.has(id)));
  const claims = [...new Set(hit.flatMap((answer) => answer.claims))];
  if (claims.length === 0) return new Map();
  const support = await readSupport(reader, claims, { view });
  const byOriginal = Map.groupBy(gone.values(), originalOf);
  const replacedBy = (id: ArtefactId): ArtefactId[] => {
    const state = support.artefacts.get(id);
    if (state === undefined || refusedLicence(state, support.originals, refuses) !== null) return [];
    const copied = byOriginal.get(originalOf(state.record)) ?? [];
    const replaced = [...copied, ...[...gone.values()].filter((record) => corrects(state.record, record))];
    return replaced.map(({ artefact_id }) => artefact_id);
  };
  return new Map(
    claims.map((claim) => {
      const places = support.places.get(claim) ?? [];
      return [claim, new Set(places.flatMap(({ artefact }) => replacedBy(artefact)))];
    }),
  );
}

/** A later version of the same document speaks for it. */
function corrects(later: ArtefactRecord, { corpus, doc_id, version }: ArtefactRecord): boolean {
  return later.corpus === corpus && later.doc_id === doc_id && later.version > version;
}

function originalOf({ artefact_id, mirror_of }: ArtefactRecord): ArtefactId {
  return mirror_of ?? artefact_id;
}

/** Artefacts whose document's newest version in the view carries another licence. */
async function readRelicensed(
  reader: RangeReader,
  artefacts: ReadonlyMap<ArtefactId, ArtefactState>,
  view: View,
): Promise<Set<ArtefactId>> {
  const relicensed = new Set<ArtefactId>();
  const records = [...artefacts.values()].map(({ record }) => record);
  for (const corpus of new Set(records.map((record) => record.corpus))) {
    const here = records.filter((record) => record.corpus === corpus);
    const versions = await reader.ranges('versions', { corpus, by: here.map(({ doc_id }) => doc_id) });
    for (const [index, record] of here.entries()) {
      const newest = (versions[index] ?? []).filter((one) => within(view, one)).at(-1);
      if (newest !== undefined && newest.record.licence !== record.licence)
        relicensed.add(record.artefact_id);
    }
  }
  return relicensed;
}
