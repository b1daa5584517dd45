/** How many sentences of a corpus are claims, and how many golden fragments are in one. Pure. */
import { readFile } from '../../engine/ingest/readers/read-file.ts';
import { isClaim, scoreClaim, standsAlone } from '../../engine/reading/claims/claim-policy.ts';
import {
  claimSentence,
  type ReadSentence,
  readSentence,
} from '../../engine/reading/claims/claim-sentence.ts';
import { sentencesOf } from '../../engine/reading/document/sentences.ts';
import type { GoldenCorpus } from '../corpora-of.ts';
import { normalise } from '../judge/normalise.ts';

/** A sentence with its document's id. */
export interface SentenceOfDocument {
  readonly document: string;
  readonly said: ReadSentence;
}

export interface ClaimShares {
  readonly sentences: number;
  readonly claims: number;
  /** Claims that need no context. */
  readonly alone: number;
  readonly fragments: FragmentShares;
}

/** Golden fragments of evidence by where they stand. */
export interface FragmentShares {
  readonly all: number;
  readonly in_a_claim: number;
  /** In one sentence that is no claim: it can be quoted. */
  readonly in_another_sentence: number;
}

/** Documents that the readers refuse have no sentences. */
export function sentencesIn({ files }: Pick<GoldenCorpus, 'files'>): SentenceOfDocument[] {
  return files.flatMap(({ name, bytes }) =>
    [...readFile(name, bytes)].flatMap((read) => {
      if (!read.ok) return [];
      const { document } = read;
      const found = sentencesOf(document.text, document.layout, document.lang);
      return found.map((one, index) => ({
        document: document.docId,
        said: readSentence(claimSentence(document, one, found[index - 1])),
      }));
    }),
  );
}

export function claimShares(
  sentences: readonly SentenceOfDocument[],
  { questions }: Pick<GoldenCorpus, 'questions'>,
): ClaimShares {
  const claims = sentences.filter(({ said }) => isClaim(said));
  return {
    sentences: sentences.length,
    claims: claims.length,
    alone: claims.filter(({ said }) => standsAlone(said)).length,
    fragments: fragmentShares(sentences, questions),
  };
}

function fragmentShares(
  sentences: readonly SentenceOfDocument[],
  questions: GoldenCorpus['questions'],
): FragmentShares {
  const texts = Map.groupBy(
    sentences.map(({ document, said }) => ({ document, claim: isClaim(said), text: normalise(said.text) })),
    ({ document }) => document,
  );
  const evidence = questions.flatMap((question) => question.evidence ?? []);
  const places = evidence.map(({ document, fragment }) => {
    const words = normalise(fragment).replace(/^\| | \|$/g, '');
    return (texts.get(document) ?? []).filter(({ text }) => text.includes(words));
  });
  const inClaim = places.filter((found) => found.some(({ claim }) => claim)).length;
  return {
    all: evidence.length,
    in_a_claim: inClaim,
    in_another_sentence: places.filter((found) => found.length > 0).length - inClaim,
  };
}

/** Claims at equal distances through the corpus, for a person to rate. */
export function sampleClaims(sentences: readonly SentenceOfDocument[], size: number) {
  const claims = size < 1 ? [] : sentences.filter(({ said }) => isClaim(said));
  const step = Math.max(1, claims.length / size);
  return claims
    .filter((_, index) => Math.floor((index + 1) / step) > Math.floor(index / step))
    .map(({ document, said }) => {
      const { title, headings, leadIn, header, before } = said.context;
      return {
        document,
        kind: said.kind,
        context: { title, headings, leadIn, header, before },
        text: said.text,
        score: Number(scoreClaim(said).toFixed(3)),
        alone: standsAlone(said),
      };
    });
}
