/** Which answers a run of entries may have turned. */

import type { AnswerId, ArtefactId, ClaimAddr } from '../../graph/address.ts';
import type { ArtefactRecord } from '../../graph/artefact.ts';
import { utcDayOf } from '../../graph/belief/utc-day.ts';
import type { EntryBody } from '../../graph/log/entry.ts';
import type { BeliefReader } from '../../graph/store/beliefs.ts';
import type { EdgeReader } from '../../graph/store/edges.ts';
import type { StoredEntry } from '../../graph/store/log.ts';
import type { RangeReader } from '../../graph/store/ranges.ts';
import type { RecordReader } from '../../graph/store/records.ts';
import type { AnswerRecord } from '../../graph/store/rows.ts';
import { readOpposition } from '../belief/read-rivals.ts';
import { viewOf } from '../view.ts';
import { answersDue, answersUsing } from './answer-pages.ts';
import { readCopies } from './read-copies.ts';

export interface Touched {
  readonly claims: Set<ClaimAddr>;
  readonly artefacts: Set<ArtefactId>;
  /** Answers made since. */
  readonly answers: Set<AnswerId>;
  /** Answers whose facts could not be read: another process may have gone past what they were looked at for. */
  readonly unread: Set<AnswerId>;
  /** Corpora of which something was said: a day of theirs may have begun. */
  readonly corpora: Set<string>;
}

export async function readTouched(
  reader: RecordReader & RangeReader & EdgeReader,
  entries: readonly Pick<StoredEntry, 'entry'>[],
): Promise<Touched> {
  const touched: Touched = {
    claims: new Set(),
    artefacts: new Set(),
    answers: new Set(),
    unread: new Set(),
    corpora: new Set(),
  };
  const observed: ArtefactRecord[] = [];
  for (const { entry } of entries) {
    if (entry.corpus !== null) touched.corpora.add(entry.corpus);
    if (entry.body.type === 'artefact.observed') observed.push(entry.body.artefact);
    touch(touched, entry.body);
  }
  await touchArtefacts(reader, touched, observed);
  await touchClaims(reader, touched);
  return touched;
}

function touch(touched: Touched, body: EntryBody): void {
  switch (body.type) {
    case 'evidence.appended':
      touched.claims.add(body.entry.claim);
      break;
    case 'claim.asserted':
      for (const claim of body.contradicts) touched.claims.add(claim);
      for (const { claim } of body.opinions ?? []) touched.claims.add(claim);
      break;
    case 'answer.assembled':
      touched.answers.add(body.answer_id);
      break;
    case 'findings.changed':
      if (body.reasons.some(({ code }) => code === 'store_unavailable')) touched.unread.add(body.answer_id);
      break;
    case 'artefact.withdrawn':
    case 'artefact.redacted':
      touched.artefacts.add(body.artefact);
      break;
    default:
      break;
  }
}

/** A new version weighs on the earlier ones, and a copy on what it may take the place of. */
async function touchArtefacts(
  reader: RecordReader & RangeReader & EdgeReader,
  { artefacts }: Touched,
  observed: readonly ArtefactRecord[],
): Promise<void> {
  for (const { corpus, doc_id, version } of observed) {
    if (version === 1) continue;
    const [versions = []] = await reader.ranges('versions', { corpus, by: [doc_id] });
    for (const { record } of versions) artefacts.add(record.artefact_id);
  }
  const mirrors = observed.filter(({ mirror_of }) => mirror_of !== null);
  const ids = [...artefacts, ...mirrors.map(({ artefact_id }) => artefact_id)];
  for (const id of await readCopies(reader, ids)) artefacts.add(id);
}

/**
 * A claim's evidence also weighs on what it contradicts and on what it is the proposed successor of. Answers are found by
 * the canonical claims whose ledgers theirs share.
 */
async function touchClaims(reader: RecordReader & RangeReader, { claims }: Touched): Promise<void> {
  const addrs = [...claims];
  if (addrs.length === 0) return;
  const opposition = await readOpposition(reader, addrs, { seq: Number.MAX_SAFE_INTEGER });
  for (const { rivals, contests } of opposition.values()) {
    for (const addr of rivals) claims.add(addr);
    for (const { addr } of contests) claims.add(addr);
  }
  for (const addr of (await reader.ranges('predecessors', { by: addrs })).flat()) claims.add(addr);
}

/**
 * A page at a time, of which none is empty. An answer that something was said of comes again where it is due, too: whether it is may
 * change while another process looks at it.
 * @param touched as many new answers as a page holds at most
 */
export async function* touchedAnswers(
  reader: BeliefReader & RangeReader & RecordReader,
  { claims, artefacts, answers, unread, corpora }: Touched,
): AsyncGenerator<readonly AnswerRecord[]> {
  const named = [...(await readOvertaken(reader, [...answers])), ...(await readAnswers(reader, [...unread]))];
  const rest = new Map(named.map((one) => [one.body.answer_id, one]));
  for await (const page of answersUsing(reader, { claims: [...claims], artefacts: [...artefacts] })) {
    for (const { body } of page) rest.delete(body.answer_id);
    yield page;
  }
  if (rest.size > 0) yield [...rest.values()];
  for (const corpus of await reader.records('corpora', [...corpora])) {
    if (corpus !== null) yield* answersDue(reader, corpus.name, utcDayOf(viewOf(corpus, null).view.until));
  }
}

/** Those of the new answers whose corpus moved on while they were made: their first verdict has not seen it. */
async function readOvertaken(reader: RecordReader, ids: readonly AnswerId[]): Promise<AnswerRecord[]> {
  if (ids.length === 0) return [];
  const made = await readAnswers(reader, ids);
  const corpora = new Map((await reader.corpora()).map((corpus) => [corpus.name, corpus]));
  return made.filter(({ corpus: name, body }) => {
    const corpus = corpora.get(name);
    if (corpus === undefined) return false;
    const { view } = viewOf(corpus, body.as_of);
    return view.seq > body.snapshot_seq || view.until > body.effective_until;
  });
}

async function readAnswers(reader: RecordReader, ids: readonly AnswerId[]): Promise<AnswerRecord[]> {
  if (ids.length === 0) return [];
  return (await reader.records('answers', ids)).filter((one) => one !== null);
}
