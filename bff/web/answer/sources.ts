/** The numbers that an answer's sources go by, in the order of their first citation. */
import type { Artefact, Sentence, ShownAnswer, ShownTrust } from '../trpc.ts';

export interface NumberedSource {
  readonly number: number;
  readonly artefact: Artefact;
}

/** Cited artefacts by id. A citation of an artefact that the answer does not list has no number. */
export function numberSources(
  answer: Pick<ShownAnswer, 'artefacts' | 'sentences'>,
): ReadonlyMap<string, NumberedSource> {
  const listed = new Map(answer.artefacts.map((artefact) => [artefact.artefact_id, artefact]));
  const sources = new Map<string, NumberedSource>();
  for (const { artefact_id } of answer.sentences.flatMap((sentence) => sentence.citations)) {
    const artefact = listed.get(artefact_id);
    if (artefact === undefined || sources.has(artefact_id)) continue;
    sources.set(artefact_id, { number: sources.size + 1, artefact });
  }
  return sources;
}

/** Whether the verdict's reasons name one of the claims or one of the artefacts. */
export function isQuestioned(
  verdict: ShownTrust | null,
  claims: readonly string[],
  artefactId: string,
): boolean {
  const reasons = verdict?.reasons ?? [];
  return reasons.some(({ claim, artefact }) =>
    artefact === undefined ? claim !== null && claims.includes(claim) : artefact === artefactId,
  );
}

/** Domains of the documents that the answer cites, each once. */
export function publishersOf(answer: ShownAnswer): readonly string[] {
  return [...new Set([...numberSources(answer).values()].map(({ artefact }) => artefact.domain))];
}

/** The language of a sentence, for those who hear it: that of the documents that it quotes, where they are all in one. */
export function langOf(
  { citations }: Pick<Sentence, 'citations'>,
  sources: ReadonlyMap<string, NumberedSource>,
): string | undefined {
  const langs = citations.map(({ artefact_id }) => sources.get(artefact_id)?.artefact.lang);
  const [lang] = langs;
  return lang != null && langs.every((one) => one === lang) ? lang : undefined;
}
