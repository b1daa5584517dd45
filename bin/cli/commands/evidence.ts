import type { KeyService } from '../../../engine/keys/keys.ts';
import type { EvidenceWriter } from '../../../engine/ledger/append-evidence.ts';
import type { EvidenceItemKind, EvidenceKind } from '../../../graph/evidence.ts';
import { resolveClaim } from '../claim-argument.ts';
import type { CommandContext } from '../command-context.ts';
import { EXIT, type ExitCode } from '../exit-code.ts';
import { granted, refusal } from '../failure.ts';
import { openEngine } from '../open-engine.ts';
import type { Settings } from '../settings.ts';

export interface EvidenceArguments {
  readonly claim: string;
  readonly corpus: string | undefined;
  readonly kind: EvidenceKind;
  readonly refs: readonly string[];
  /** Hashes of the refs in their order; those that are missing are empty. */
  readonly hashes: readonly string[];
  readonly itemKind: EvidenceItemKind;
  /** Undefined: `ADDUCE_TOKEN`. */
  readonly token: string | undefined;
}

/** `adduce evidence CLAIM`: one event on the claim's ledger, under the same checks as over HTTP. */
export async function evidence(
  { settings, output }: CommandContext,
  args: EvidenceArguments,
): Promise<ExitCode> {
  await using opened = await openEngine(settings);
  const { engine } = opened;
  const { addr, view } = await resolveClaim(engine, { ...args, asOf: undefined });
  const writer = await authorise(engine.keys, settings, args.token ?? settings.token, {
    addr,
    corpus: view.corpus,
  });
  if (args.refs.length === 0) {
    throw refusal({ reason: 'denied:evidence_missing', message: 'evidence needs a reference: --ref REF' });
  }
  const { entry, repeated } = granted(
    await engine.appendEvidence({
      claim: addr,
      corpus: view.corpus,
      kind: args.kind,
      evidence: args.refs.map((ref, index) => ({
        ref,
        hash: args.hashes[index] ?? '',
        kind: args.itemKind,
      })),
      attestations: [],
      stake: null,
      writer,
      idempotency: null,
    }),
  );
  const said = repeated ? 'was there already' : `appended at ${entry.at}`;
  output.result({ entry, repeated }, [`${entry.kind} ${entry.event_id} ${said}, log entry ${entry.log.seq}`]);
  return EXIT.ok;
}

async function authorise(
  keys: KeyService,
  { enforce }: Settings,
  token: string | null,
  target: { readonly addr: string; readonly corpus: string },
): Promise<EvidenceWriter> {
  if (token === null) {
    const message = 'set ADDUCE_TOKEN, or give --token: adduce keys mint --cap svc.evidence makes one';
    throw refusal({ reason: 'denied:token_missing', message });
  }
  const grant = granted(await keys.verifyToken(token));
  if (enforce === 'enforce' && !grant.capabilities.has('svc.evidence')) {
    throw refusal({ reason: 'denied:capability_missing', message: 'the token does not grant svc.evidence' });
  }
  const inCorpus = grant.corpora === null || grant.corpora.has(target.corpus);
  const inPrefix = grant.prefixes === null || grant.prefixes.some((prefix) => target.addr.startsWith(prefix));
  if (!inCorpus || !inPrefix) {
    throw refusal({ reason: 'denied:corpus_forbidden', message: 'the token is not for this claim' });
  }
  const { actor, actorRoot, standing, tokenId, capabilities } = grant;
  return { actor, actorRoot, standing, tokenId, maySupersede: capabilities.has('svc.supersede') };
}
