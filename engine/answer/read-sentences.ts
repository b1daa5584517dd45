/** The sentences that retrieval offers to the backbone: every stated sentence of the artefacts, with its claims. */
import type { ArtefactId, SectionAddr } from '../../graph/address.ts';
import type { ArtefactRecord, ArtefactState, SectionRecord } from '../../graph/artefact.ts';
import type { ClaimOccurrence, Span } from '../../graph/claim.ts';
import type { GraphReader } from '../../graph/store.ts';
import type { CandidateSentence } from '../backbone/candidate.ts';
import { readTexts } from '../retrieve/read-texts.ts';

/** A sentence in its artefact. */
export interface StatedSentence {
  readonly candidate: CandidateSentence;
  readonly artefact: ArtefactRecord;
  readonly span: Span;
  /** Its section; null where it stands outside of all. */
  readonly section: SectionAddr | null;
  /** Spans of the sentences before it in its section, as `candidate.before` has their text. */
  readonly before: readonly Span[];
  readonly occurrences: readonly ClaimOccurrence[];
}

export interface SentencePool {
  /** In reading order, artefact by artefact. */
  readonly sentences: readonly StatedSentence[];
  /** Extracted texts by artefact. */
  readonly texts: ReadonlyMap<ArtefactId, string>;
  readonly bytesRead: number;
}

/** How many sentences before a sentence may be its context. */
const MAX_BEFORE = 4;

/** @param scoreOf fused retrieval score of an artefact, 0 to 1 */
export async function readSentences(
  reader: GraphReader,
  artefacts: readonly ArtefactState[],
  scoreOf: (artefact: ArtefactId) => number,
): Promise<SentencePool> {
  const records = artefacts.map(({ record }) => record);
  const occurrences = await reader.occurrencesIn(records.map((one) => one.artefact_id));
  const { texts, bytesRead } = await readTexts(reader, records);
  const sentences = records.flatMap((record, index) => {
    const text = texts.get(record.artefact_id);
    if (text === undefined) return [];
    return sentencesOf(record, text, occurrences[index] ?? [], scoreOf(record.artefact_id));
  });
  return { sentences, texts, bytesRead };
}

function sentencesOf(
  artefact: ArtefactRecord,
  text: string,
  occurrences: readonly ClaimOccurrence[],
  retrieval: number,
): StatedSentence[] {
  const bySpan = Map.groupBy(occurrences, ({ sentence }) => sentence.start);
  const spans = [...bySpan.values()].flatMap(([first]) => (first === undefined ? [] : [first.sentence]));
  const ordered = spans.toSorted((a, b) => a.start - b.start);
  return ordered.map((span, index) => {
    const section = sectionOf(artefact.sections, span);
    const before = ordered
      .slice(Math.max(0, index - MAX_BEFORE), index)
      .filter((one) => inside(one, section));
    const candidate: CandidateSentence = {
      id: `${artefact.artefact_id}:${span.start}`,
      artefact: artefact.artefact_id,
      title: artefact.title,
      text: text.slice(span.start, span.end),
      before: before.map(({ start, end }) => text.slice(start, end)),
      heading: section?.heading ?? null,
      lang: artefact.lang,
      effectiveAt: artefact.observed_at,
      retrieval,
      publisher: artefact.publisher,
    };
    const occurrences = bySpan.get(span.start) ?? [];
    return { candidate, artefact, span, section: section?.addr ?? null, before, occurrences };
  });
}

function sectionOf(sections: readonly SectionRecord[], span: Span): SectionRecord | undefined {
  return sections.find((section) => inside(span, section));
}

function inside(span: Span, section: SectionRecord | undefined): boolean {
  return section === undefined || (section.span.start <= span.start && span.end <= section.span.end);
}
