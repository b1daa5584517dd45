/** What an agent's search finds: claims with their belief and the sections that state them (contract: Pointer). */
import type { ClaimView } from '../../engine/claim-view.ts';
import type { Engine } from '../../engine/engine.ts';
import type { Outcome } from '../../engine/refusal.ts';
import type { SearchRequest, SearchResult } from '../../engine/search/search.ts';
import type { ArtefactState } from '../../graph/artefact.ts';
import type { ClaimOccurrence, Span } from '../../graph/claim.ts';
import { queryTerms, terms } from '../../graph/terms.ts';
import type { Pointer } from '../wire/agent-search.ts';
import { estimateTokens } from './estimate-tokens.ts';

export interface PointerRequest extends SearchRequest {
  readonly tier: 'pointer' | 'epitome';
}

/** Claims looked at per search: those of the sections found, in the sections' order. */
const MAX_CLAIMS = 200;
/** Longest epitome of each tier, in UTF-16 code units. */
const EPITOME_CHARS = { pointer: 96, epitome: 280 } as const;
const LANG = 'en';

/** At most `k`, best first: a claim scores by its section and by how much of the question it says itself. */
export async function findPointers(engine: Engine, request: PointerRequest): Promise<Outcome<Pointer[]>> {
  const found = await engine.search(request);
  if (!found.ok) return found;
  const { results } = found.value;
  const sectionOf = await sectionsByClaim(engine, results, request.view.view.seq);
  const claims = await engine.claims([...sectionOf.keys()], request.view.asOf);
  const asked = new Set(queryTerms(request.q, LANG));
  const candidates = [
    ...claims.flatMap((view) => claimCandidate(view, sectionOf, asked)),
    ...results.map((result) => sectionCandidate(result)),
  ];
  const ranked = candidates.toSorted(byScore).slice(0, request.k);
  return { ok: true, value: ranked.map((candidate) => pointerOf(candidate, request.tier)) };
}

/** What becomes a pointer, with its whole text. */
interface Candidate extends Pick<Pointer, 'addr' | 'kind' | 'score' | 'belief'> {
  readonly text: string;
}

type SectionOf = ReadonlyMap<ClaimOccurrence['claim'], SearchResult>;

/** The claims within the sections found, each with the best section that states it. */
async function sectionsByClaim(
  engine: Engine,
  results: readonly SearchResult[],
  seq: number,
): Promise<SectionOf> {
  const ids = [...new Set(results.map(({ artefact_id }) => artefact_id))];
  const [artefacts, occurrences] = [await engine.artefacts(ids), await engine.store.occurrencesIn(ids)];
  const byClaim = new Map<ClaimOccurrence['claim'], SearchResult>();
  for (const result of results) {
    const at = ids.indexOf(result.artefact_id);
    const span = spanOf(artefacts[at] ?? null, result.addr);
    const stated = (occurrences[at] ?? []).filter(
      (one) => one.seq <= seq && span !== null && isWithin(one.span, span),
    );
    for (const { claim } of stated) {
      if (byClaim.size < MAX_CLAIMS && !byClaim.has(claim)) byClaim.set(claim, result);
    }
  }
  return byClaim;
}

function spanOf(artefact: ArtefactState | null, addr: string): Span | null {
  return artefact?.record.sections.find((section) => section.addr === addr)?.span ?? null;
}

function isWithin(inner: Span, outer: Span): boolean {
  return inner.start >= outer.start && inner.end <= outer.end;
}

function claimCandidate(
  view: ClaimView | null,
  sectionOf: SectionOf,
  asked: ReadonlySet<string>,
): Candidate[] {
  const section = view && sectionOf.get(view.claim.addr);
  if (!view || !section) return [];
  const { addr, core } = view.claim;
  const share = shareSaid(core.text, asked);
  const belief = view.belief.fold?.belief;
  return share === 0
    ? []
    : [
        {
          addr,
          kind: 'claim',
          text: core.text,
          score: rounded(section.score * (1 + share)),
          ...(belief && { belief }),
        },
      ];
}

function sectionCandidate({ addr, title, snippet, score }: SearchResult): Candidate {
  return { addr, kind: 'sec', text: snippet === '' ? title : `${title}: ${snippet}`, score: rounded(score) };
}

/** How many of the question's terms the text says, 0 to 1. */
function shareSaid(text: string, asked: ReadonlySet<string>): number {
  const said = new Set(terms(text, LANG));
  return asked.size === 0 ? 0 : asked.intersection(said).size / asked.size;
}

function byScore(a: Candidate, b: Candidate): number {
  if (a.score !== b.score) return b.score - a.score;
  return a.addr < b.addr ? -1 : 1;
}

function rounded(score: number): number {
  return Math.round(score * 1e6) / 1e6;
}

function pointerOf({ text, ...candidate }: Candidate, tier: PointerRequest['tier']): Pointer {
  const next = tier === 'pointer' ? cut(text, EPITOME_CHARS.epitome) : text;
  return {
    ...candidate,
    epitome: cut(text, EPITOME_CHARS[tier]),
    est_tokens_next_tier: estimateTokens(JSON.stringify(next)),
  };
}

function cut(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const end = text.lastIndexOf(' ', limit - 1);
  return `${text.slice(0, end > 0 ? end : limit - 1).toWellFormed()}…`;
}
