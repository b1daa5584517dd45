import type { Engine } from '../../engine/engine.ts';
import type { CorpusView } from '../../engine/view.ts';
import { type ClaimAddr, claimAddrOf, isClaimAddr, isClaimId, parseAddress } from '../../graph/address.ts';
import { granted, usage } from './failure.ts';

export interface ClaimChoice {
  /** A full address, or a bare id `c1…`. */
  readonly claim: string;
  /** Corpus of a bare id; undefined: the default one. */
  readonly corpus: string | undefined;
  /** Undefined: the present. */
  readonly asOf: string | undefined;
}

/** The claim that was named, and what a read of it sees. Refusals and wrong addresses are thrown. */
export async function resolveClaim(
  engine: Engine,
  { claim, corpus, asOf }: ClaimChoice,
): Promise<{ readonly addr: ClaimAddr; readonly view: CorpusView }> {
  const named = isClaimAddr(claim) ? parseAddress(claim) : null;
  if (named === null && !isClaimId(claim)) {
    throw usage(`${claim} is no claim: give wx://CORPUS/claim/c1…, or c1… with --corpus`);
  }
  const view = granted(await engine.resolveCorpus(named?.ok ? named.corpus : (corpus ?? null), asOf ?? null));
  return { addr: isClaimId(claim) ? claimAddrOf(view.corpus, claim) : (claim as ClaimAddr), view };
}
