/**
 * Search for agents (docs/spec/contract.md#ap-search): what retrieval finds as claims, sections, articles and entities,
 * the claims with belief and feedback, and whether that covers the question. Reads only.
 */
import type { ClaimAddr } from '../../graph/address.ts';
import { feedbackOf, scoreDeltaMicro } from '../../graph/belief/feedback.ts';
import { FOLD_POLICY } from '../../graph/belief/policy.ts';
import type { FeedbackVoices } from '../../graph/belief/result.ts';
import type { RecordReader } from '../../graph/store/records.ts';
import { queryTerms } from '../../graph/terms.ts';
import type { AnnotationVotes } from '../annotate/annotation-votes.ts';
import { readSentences, type SentencePool } from '../answer/read-sentences.ts';
import type { Beliefs, ClaimBelief } from '../belief/read-beliefs.ts';
import { LATENT_FUSION } from '../retrieve/fuse.ts';
import { type Retrieval, retrieve } from '../retrieve/retrieve.ts';
import { languageOfQuestion } from '../text/detect-language.ts';
import type { CorpusView } from '../view.ts';
import type { Gaps } from './gaps.ts';
import {
  byScore,
  type FoundClaim,
  type ItemCandidate,
  type ItemSection,
  itemCandidates,
  rounded,
} from './item-candidates.ts';
import type { FoundItem, FoundItems, ItemsRequest } from './items.ts';
import type { SearchSources } from './run-search.ts';

export interface ItemSources extends SearchSources {
  readonly beliefs: Beliefs;
  readonly voices: AnnotationVotes;
  readonly gaps: Gaps;
}

/**
 * Artefacts that are read for any number of items: a smaller `k` gives a prefix of the same list, and the same gap.
 */
const MIN_ARTEFACTS = 10;
/** Claims that are read per search: those of the sections found, in the sections' order. */
const MAX_CLAIMS = 200;
/** Score of licence and freshness for a section that no lane found. */
const SIGNALS = LATENT_FUSION.licence + LATENT_FUSION.freshness;
/** The highest score of fusion. */
const MAX_FUSED = 1 + SIGNALS;
const MICRO = 1_000_000;

export async function findItems(sources: ItemSources, request: ItemsRequest): Promise<FoundItems> {
  const { reader } = sources;
  const { q, k, view } = request;
  const lang = languageOfQuestion(q, view);
  const retrieval = await retrieve(reader, sources.vectors, {
    q,
    lang,
    k: Math.max(k, MIN_ARTEFACTS),
    view,
    refuses: sources.refuses,
    signal: request.signal,
  });
  const pool = await readSentences(reader, retrieval.artefacts, retrieval.sections);
  const sections = await readSections(reader, retrieval, pool);
  const claims = await readClaims(reader, sections, pool, view);
  const asked = new Set(queryTerms(q, lang));
  const candidates = itemCandidates(view.corpus, asked, sections, claims).filter(({ addr }) =>
    request.admits(addr),
  );
  return {
    items: await choose(sources, candidates, request),
    coverage: {
      lanes: retrieval.lanes,
      documents: await sources.documents.of(view),
      unavailable: retrieval.unavailable,
    },
    gap: await sources.gaps.of(view, { q, lang, terms: asked }, firstOf(retrieval, pool)),
  };
}

/** What is found, whatever `k` is: whether it covers the question does not depend on `k`. */
function firstOf({ artefacts }: Retrieval, { sentences }: SentencePool) {
  const first = new Set(artefacts.slice(0, MIN_ARTEFACTS).map(({ record }) => record.artefact_id));
  return sentences.flatMap(({ artefact, read }) => (first.has(artefact.artefact_id) ? [read] : []));
}

/** The sections that retrieval keeps, best first. */
async function readSections(
  reader: RecordReader,
  retrieval: Retrieval,
  { texts }: SentencePool,
): Promise<ItemSection[]> {
  const kept = retrieval.sections.filter(({ fused, dropped }) => dropped === null && fused.score > SIGNALS);
  const indexed = await reader.records(
    'sections',
    kept.map(({ fused }) => fused.id),
  );
  return kept.flatMap(({ fused, artefact }, index): ItemSection[] => {
    const section = artefact.record.sections.find(({ addr }) => addr === fused.id);
    const { titleTerms = '', textTerms = '' } = indexed[index] ?? {};
    if (section === undefined) return [];
    return [
      {
        score: Math.min(1, fused.score / MAX_FUSED),
        artefact,
        section,
        text: texts.get(artefact.record.artefact_id) ?? '',
        terms: new Set(`${titleTerms} ${textTerms}`.split(' ')),
      },
    ];
  });
}

/** The claims within the sections found, each with the best section that states it. */
async function readClaims(
  reader: RecordReader,
  sections: readonly ItemSection[],
  { sentences }: SentencePool,
  { view }: CorpusView,
): Promise<FoundClaim[]> {
  const stated = Map.groupBy(sentences, ({ artefact }) => artefact.artefact_id);
  const scores = new Map<ClaimAddr, number>();
  for (const { artefact, section, score } of sections) {
    const inside = (stated.get(artefact.record.artefact_id) ?? []).flatMap(({ occurrences }) =>
      occurrences.filter(
        ({ span, seq }) =>
          seq <= view.seq && span.start >= section.span.start && span.end <= section.span.end,
      ),
    );
    for (const { claim } of inside) {
      if (scores.size < MAX_CLAIMS && !scores.has(claim)) scores.set(claim, score);
    }
  }
  const claims = await reader.records('claims', [...scores.keys()]);
  return claims.flatMap((claim) => (claim ? [{ claim, score: scores.get(claim.addr) ?? 0 }] : []));
}

/** Feedback moves a score a little: only claims that may end up among the first `k` are folded. */
async function choose(
  { beliefs, voices }: ItemSources,
  candidates: readonly ItemCandidate[],
  { k, view }: ItemsRequest,
): Promise<FoundItem[]> {
  const ranked = candidates.toSorted(byScore);
  const last = ranked[k - 1]?.score ?? 0;
  const reach = (2 * FOLD_POLICY.feedback.maxScoreDeltaMicro) / MICRO;
  const contenders = ranked.filter(({ score }) => score >= last - reach);
  const addrs = contenders.flatMap(({ behind }) => ('ledger' in behind ? behind.ledger : []));
  const read = await beliefs.read(addrs, view.view, await voices.read(addrs, view.view));
  const items = contenders.map((item) =>
    'ledger' in item.behind ? believed(item, read.get(item.behind.ledger)) : item,
  );
  return items.toSorted(byScore).slice(0, k);
}

function believed(item: ItemCandidate, read: ClaimBelief | undefined): FoundItem {
  if (read === undefined || read.fold === null) return item;
  const { belief, voices } = read.fold;
  return {
    ...item,
    behind: { ledger: read.claim },
    score: rounded(item.score + scoreDeltaMicro(voices, FOLD_POLICY) / MICRO),
    belief,
    ...(hasSpoken(voices) && { feedback: feedbackOf(voices, FOLD_POLICY) }),
  };
}

function hasSpoken({ contestedByUnweighted, helpfulBy }: FeedbackVoices): boolean {
  return contestedByUnweighted + helpfulBy > 0;
}
