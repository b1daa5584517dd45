/** Checks of what a receipt says, from itself alone: its claims, quotes and cover. */

import { base32 } from '../../graph/base32.ts';
import { hashOf } from '../../graph/bytes.ts';
import { checkCover, checkNonRedundant } from '../select/check-set.ts';
import type { Receipt, ReceiptEdge } from './receipt.ts';
import { spanHash } from './receipt-hashes.ts';
import { selectionInput } from './selection-record.ts';
import { failed, passed, type StepResult } from './step-result.ts';

/** Characters of a claim's id that are of its hash. */
const CLAIM_CHARACTERS = 26;
/**
 * Artefacts of the set × what artefacts cover: hundreds of times what a selection has. Beyond it the check is
 * refused.
 */
const MAX_COVER_WORK = 4_000_000;

/** Claims are named after their contents, and everything else in the receipt speaks of these claims and artefacts. */
export function checkClaims({ claim_graph, claim_clusters, artefacts, evidence_set }: Receipt): StepResult {
  const claims = new Set(claim_graph.claims.map(({ addr }) => addr));
  for (const { addr, content_hash } of claim_graph.claims) {
    const hash = hashOf(content_hash);
    const id = hash && `c1${base32(hash).slice(0, CLAIM_CHARACTERS)}`;
    if (addr.slice(addr.lastIndexOf('/') + 1) !== id)
      return failed('claims', `the address ${addr} does not follow from the hash ${content_hash}`);
  }
  const chosen = new Set(evidence_set.artefact_ids);
  const stray = claim_graph.edges.find((one) => !claims.has(one.claim) || !chosen.has(one.artefact_id));
  if (stray !== undefined)
    return failed(
      'claims',
      `an edge leads from ${stray.claim} to ${stray.artefact_id}, which are not both here`,
    );
  const against = claim_clusters.flatMap(({ counterfactuals }) => counterfactuals);
  const used = new Set([...chosen, ...against.map(({ artefact_id }) => artefact_id)]);
  const shown = new Set(artefacts.map(({ artefact_id }) => artefact_id));
  const missing = [...used].find((id) => !shown.has(id));
  if (missing !== undefined) return failed('claims', `${missing} is used and not among the artefacts`);
  const idle = [...shown].find((id) => !used.has(id));
  if (idle !== undefined)
    return failed('claims', `${idle} is listed, and neither evidence nor counterfactual`);
  const foreign = against.find((one) => !claims.has(one.claim_id));
  if (foreign !== undefined)
    return failed('claims', `a counterfactual is of ${foreign.claim_id}, which is not here`);
  return passed(
    'claims',
    `${claims.size} addresses follow from their hashes; ${against.length} counterfactuals`,
  );
}

/** Every sentence has a citation that is an edge of the claim graph, and no citation says another thing than its edge. */
export function checkSpans({ claim_graph, sentences }: Receipt): StepResult {
  const placeOf = (id: string, start: number, end: number) => `${id} ${start} ${end}`;
  const edges = new Map<string, ReceiptEdge[]>();
  for (const edge of claim_graph.edges) {
    const place = placeOf(edge.artefact_id, edge.start, edge.end);
    const here = edges.get(place);
    if (here === undefined) edges.set(place, [edge]);
    else here.push(edge);
  }
  for (const { citations, claims, text } of sentences) {
    let stated = false;
    for (const { artefact_id, start, end, quote } of citations) {
      const here = edges.get(placeOf(artefact_id, start, end)) ?? [];
      const hash = spanHash(quote);
      if (here.some((edge) => edge.span_hash !== hash))
        return failed('spans', `“${quote}” is not what ${artefact_id} says at ${start}`);
      stated ||= here.some((edge) => claims.includes(edge.claim));
    }
    if (!stated) return failed('spans', `no citation of “${text}” is an edge of the claim graph`);
  }
  return passed('spans', `${sentences.length} sentences rest on quoted spans`);
}

export function checkCovered({ selection, evidence_set }: Receipt): StepResult {
  checkWork(selection, evidence_set);
  const missing = checkCover(selectionInput(selection), evidence_set.artefact_ids)[0];
  if (missing !== undefined)
    return failed('cover', `${missing.claim} has ${missing.found} of ${missing.wanted} publishers`);
  const uncovered = selection.result.uncovered.find(({ available }) => available === 0);
  if (uncovered !== undefined) return failed('cover', `nothing supports ${uncovered.claim}`);
  return passed('cover', `${selection.claims.length} demands covered`);
}

export function checkRedundancy({ selection, evidence_set }: Receipt): StepResult {
  checkWork(selection, evidence_set);
  const [spare] = checkNonRedundant(selectionInput(selection), evidence_set.artefact_ids);
  if (spare !== undefined) return failed('redundancy', `${spare} could be left out`);
  return passed('redundancy', `each of ${evidence_set.artefact_ids.length} artefacts is needed`);
}

function checkWork({ artefacts }: Receipt['selection'], { artefact_ids }: Receipt['evidence_set']): void {
  const covers = artefacts.reduce((sum, one) => sum + one.covers.length + 1, 0);
  if (covers * (artefact_ids.length + 1) > MAX_COVER_WORK)
    throw new RangeError('a set and a choice of this size are more than any answer has');
}
