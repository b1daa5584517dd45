/** The sentences that retrieval offers to the ranking: those of the artefacts that were found, with the claims they state. */
import type { ArtefactId, SectionAddr } from '../../graph/address.ts';
import type { ArtefactRecord, ArtefactState, SectionRecord } from '../../graph/artefact.ts';
import type { ClaimOccurrence, Span } from '../../graph/claim.ts';
import type { BlobReader } from '../../graph/store/blobs.ts';
import type { RangeReader } from '../../graph/store/ranges.ts';
import type { Layout } from '../reading/document/layout.ts';
import type { Candidate } from '../reading/rank/candidate.ts';
import { candidatesOf } from '../reading/rank/candidates-of.ts';
import { readLayouts, readTexts } from '../retrieve/read-texts.ts';
import type { RetrievedSection } from '../retrieve/retrieve.ts';
import { nextSlice } from '../slices.ts';

/** A sentence in its artefact. */
export interface StatedSentence {
  /** With its context, as the ranking reads it. */
  readonly read: Candidate;
  readonly artefact: ArtefactRecord;
  readonly span: Span;
  /** Its section; null where it stands outside of all. */
  readonly section: SectionAddr | null;
  /** The sentence before it in its section; null where it is the first. */
  readonly before: Span | null;
  /** Claims that it states; empty where it was not asserted. */
  readonly occurrences: readonly ClaimOccurrence[];
}

export interface SentencePool {
  /** In reading order, artefact by artefact. */
  readonly sentences: readonly StatedSentence[];
  /** Extracted texts by artefact. */
  readonly texts: ReadonlyMap<ArtefactId, string>;
  readonly bytesRead: number;
}

/** Sections whose sentences are read, best first: the 15 best hold nearly every answer of the golden questions. */
const MAX_SECTIONS = 30;
/** Characters of artefacts that are read in one event-loop slice, or one artefact that has more. */
const SLICE_CHARS = 32_768;

/** @param found sections of the artefacts, best first: their sentences are read; null: all sentences, without a score */
export async function readSentences(
  reader: BlobReader & RangeReader,
  artefacts: readonly ArtefactState[],
  found: readonly RetrievedSection[] | null,
): Promise<SentencePool> {
  const used = found?.filter(({ dropped }) => dropped === null).slice(0, MAX_SECTIONS) ?? null;
  const scores = used === null ? null : scoresOf(used);
  const pools: SentencePool[] = [];
  for (const records of inSlices(artefacts.map(({ record }) => record))) {
    if (pools.length > 0) await nextSlice();
    pools.push(await readSlice(reader, records, scores));
  }
  return {
    sentences: pools.flatMap(({ sentences }) => sentences),
    texts: new Map(pools.flatMap(({ texts }) => [...texts])),
    bytesRead: pools.reduce((sum, { bytesRead }) => sum + bytesRead, 0),
  };
}

/** In their order, as many together as a slice reads. */
function inSlices(records: readonly ArtefactRecord[]): ArtefactRecord[][] {
  const slices: ArtefactRecord[][] = [];
  let room = 0;
  for (const record of records) {
    const length = record.sections.at(-1)?.span.end ?? 0;
    const slice = room < length ? undefined : slices.at(-1);
    room = (slice === undefined ? SLICE_CHARS : room) - length;
    if (slice === undefined) slices.push([record]);
    else slice.push(record);
  }
  return slices;
}

async function readSlice(
  reader: BlobReader & RangeReader,
  records: readonly ArtefactRecord[],
  scores: ReadonlyMap<string, number> | null,
): Promise<SentencePool> {
  const [occurrences, { texts, bytesRead }, layouts] = await Promise.all([
    reader.ranges('occurrencesIn', { by: records.map((one) => one.artefact_id) }),
    readTexts(reader, records),
    readLayouts(reader, records),
  ]);
  const sentences = records.flatMap((artefact, index) => {
    const text = texts.get(artefact.artefact_id);
    const layout = layouts.get(artefact.artefact_id);
    if (text === undefined || layout === undefined) return [];
    return sentencesIn({ artefact, text, layout, occurrences: occurrences[index] ?? [], scores });
  });
  return { sentences, texts, bytesRead };
}

/** Fused scores beside the best, by artefact and by section. */
function scoresOf(found: readonly RetrievedSection[]): ReadonlyMap<string, number> {
  const best = found.reduce((most, { fused }) => Math.max(most, fused.score), Number.MIN_VALUE);
  const scores = new Map<string, number>();
  for (const { fused, artefact } of found) {
    const score = fused.score / best;
    const id = artefact.record.artefact_id;
    scores.set(fused.id, score);
    scores.set(id, Math.max(scores.get(id) ?? 0, score));
  }
  return scores;
}

interface ReadableArtefact {
  readonly artefact: ArtefactRecord;
  readonly text: string;
  readonly layout: Layout;
  readonly occurrences: readonly ClaimOccurrence[];
  /** Null: all sections are read. */
  readonly scores: ReadonlyMap<string, number> | null;
}

function sentencesIn({ artefact, text, layout, occurrences, scores }: ReadableArtefact): StatedSentence[] {
  const placed = candidatesOf({
    id: artefact.artefact_id,
    title: artefact.title,
    text,
    layout,
    lang: artefact.lang,
    effectiveAt: artefact.observed_at,
    retrieval: scores?.get(artefact.artefact_id) ?? 0,
    sections: scores === null ? null : foundIn(artefact, scores),
  });
  const bySpan = Map.groupBy(occurrences, ({ sentence }) => sentence.start);
  return placed.map((one, index) => {
    const { candidate: read, span } = one;
    const section = sectionOf(artefact.sections, span);
    const before = placed[index - 1]?.span;
    return {
      read,
      artefact,
      span,
      section: section?.addr ?? null,
      before: before !== undefined && inside(before, section) ? before : null,
      occurrences: bySpan.get(span.start) ?? [],
    };
  });
}

function foundIn({ sections }: ArtefactRecord, scores: ReadonlyMap<string, number>) {
  return sections.flatMap(({ addr, span }) => {
    const score = scores.get(addr);
    return score === undefined ? [] : [{ span, score }];
  });
}

function sectionOf(sections: readonly SectionRecord[], span: Span): SectionRecord | undefined {
  return sections.find((section) => inside(span, section));
}

function inside(span: Span, section: SectionRecord | undefined): boolean {
  return section === undefined || (section.span.start <= span.start && span.end <= section.span.end);
}
