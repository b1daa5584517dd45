/** Which answers a run of entries may have turned. */
import { type AnswerId, type ArtefactId, type ClaimAddr, claimCorpusOf } from '../../graph/address.ts';
import type { ArtefactRecord } from '../../graph/artefact.ts';
import type { EntryBody } from '../../graph/log/entry.ts';
import type { AnswerRecord, GraphReader, StoredEntry } from '../../graph/store.ts';
import { viewOf } from '../view.ts';
import { readCopies } from './read-copies.ts';

export interface Touched {
  readonly claims: Set<ClaimAddr>;
  readonly artefacts: Set<ArtefactId>;
  /** Answers made since. */
  readonly answers: Set<AnswerId>;
  /** Corpora of which something was said; of those whose T has moved to another day, every answer is looked at. */
  readonly corpora: Set<string>;
}

/** Answers that are looked at in one go: a corpus whose T has moved has any number of them. */
export const MAX_ANSWERS = 500;

export async function readTouched(
  reader: GraphReader,
  entries: readonly Pick<StoredEntry, 'entry'>[],
): Promise<Touched> {
  const touched: Touched = {
    claims: new Set(),
    artefacts: new Set(),
    answers: new Set(),
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
  reader: GraphReader,
  { artefacts }: Touched,
  observed: readonly ArtefactRecord[],
): Promise<void> {
  for (const { corpus, doc_id, version } of observed) {
    if (version === 1) continue;
    const [versions = []] = await reader.versions(corpus, [doc_id]);
    for (const { record } of versions) artefacts.add(record.artefact_id);
  }
  const mirrors = observed.filter(({ mirror_of }) => mirror_of !== null);
  const ids = [...artefacts, ...mirrors.map(({ artefact_id }) => artefact_id)];
  for (const id of await readCopies(reader, ids)) artefacts.add(id);
}

/** A claim's evidence also weighs on what it contradicts and on what it is the proposed successor of. */
async function touchClaims(reader: GraphReader, { claims }: Touched): Promise<void> {
  const addrs = [...claims];
  if (addrs.length === 0) return;
  for (const { claim, rival } of (await reader.rivals(addrs)).flat()) claims.add(claim).add(rival);
  for (const addr of (await reader.predecessors(addrs)).flat()) claims.add(addr);
}

/** Each once, a page at a time, of which none is empty; a page is by position. */
export async function* touchedAnswers(
  reader: GraphReader,
  { claims, artefacts, answers, corpora }: Touched,
): AsyncGenerator<readonly AnswerRecord[]> {
  // An answer uses claims of its own corpus: where that is walked, it comes with the walk.
  const named = [...claims].filter((addr) => !corpora.has(claimCorpusOf(addr)));
  const using = named.length + artefacts.size > 0 ? await reader.answersUsing(named, [...artefacts]) : [];
  const found = new Map<AnswerId, AnswerRecord>();
  for (const one of [...using, ...(await readOvertaken(reader, [...answers]))]) {
    if (!corpora.has(one.corpus)) found.set(one.body.answer_id, one);
  }
  const inOrder = [...found.values()].toSorted((a, b) => a.seq - b.seq);
  for (let at = 0; at < inOrder.length; at += MAX_ANSWERS) yield inOrder.slice(at, at + MAX_ANSWERS);
  for (const corpus of corpora) yield* pagesOf(reader, corpus);
}

/** Those of the new answers whose corpus moved on while they were made: their first verdict has not seen it. */
async function readOvertaken(reader: GraphReader, ids: readonly AnswerId[]): Promise<AnswerRecord[]> {
  if (ids.length === 0) return [];
  const made = (await reader.answers(ids)).filter((one) => one !== null);
  const corpora = new Map((await reader.corpora()).map((corpus) => [corpus.name, corpus]));
  return made.filter(({ corpus: name, body }) => {
    const corpus = corpora.get(name);
    if (corpus === undefined) return false;
    const { view } = viewOf(corpus, body.as_of);
    return view.seq > body.snapshot_seq || view.until > body.effective_until;
  });
}

async function* pagesOf(reader: GraphReader, corpus: string): AsyncGenerator<readonly AnswerRecord[]> {
  for (let after = -1; ; ) {
    const page = await reader.answersIn(corpus, after, MAX_ANSWERS);
    const last = page.at(-1);
    if (last === undefined) return;
    yield page;
    if (page.length < MAX_ANSWERS) return;
    after = last.seq;
  }
}
