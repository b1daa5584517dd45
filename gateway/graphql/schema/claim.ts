import { resolveArrayConnection, resolveOffsetConnection } from '@pothos/plugin-relay';
import { claimIdOf } from '../../../graph/address.ts';
import type { LedgerEntry } from '../../../graph/evidence.ts';
import { claimKey } from '../claim-key.ts';
import type { GraphqlContext } from '../context.ts';
import { type ClaimNode, ClaimType } from '../loaders.ts';
import { AnnotationType } from '../nodes/annotation.ts';
import { clusterMembers, ledgerPages } from '../nodes/pages.ts';
import { offsetPage } from '../offset-connection.ts';
import { pageComplexity } from '../page.ts';
import { reachesAddress } from '../session.ts';
import { holdsAt } from '../view.ts';
import { annotationsOn } from './annotation.ts';
import { BeliefType } from './belief.ts';
import { EvidenceEventType } from './evidence-event.ts';
import { OccurrenceType } from './occurrence.ts';

ClaimType.implement({
  description: 'One atomic statement. It never changes; the belief in it does.',
  fields: (t) => ({
    addr: t.id({ description: 'wx://<corpus>/claim/c1…', resolve: ({ view }) => view.claim.addr }),
    claimId: t.id({ description: 'The bare id.', resolve: ({ view }) => claimIdOf(view.claim.addr) }),
    text: t.string({
      description: 'Empty where every artefact that states it was redacted.',
      resolve: ({ view }) => view.claim.core.text,
    }),
    lang: t.string({ description: 'BCP 47.', resolve: ({ view }) => view.claim.core.lang }),
    corpus: t.string({ description: 'Its name.', resolve: ({ view }) => view.claim.core.corpus }),
    cluster: t.id({
      description: 'Claims of one cluster say the same.',
      resolve: ({ view }) => view.claim.claim_cluster_id,
    }),
    effectiveAt: t.string({
      description: 'From when it holds, RFC 3339 UTC with ms.',
      resolve: ({ view }) => view.claim.effective_at,
    }),
    belief: t.field({
      type: BeliefType,
      nullable: true,
      resolve: ({ view, asOf }) => {
        const { fold } = view.belief;
        if (fold === null) return null;
        const {
          state,
          effective_confidence: effectiveConfidence,
          contest_ref: contestRef = null,
        } = fold.belief;
        return {
          state,
          effectiveConfidence,
          contestRef,
          successor: fold.acceptedSuccessor,
          asOf,
          read: view.belief,
        };
      },
    }),
    ledger: t.connection({
      type: EvidenceEventType,
      access: { capability: 'svc.evidence' },
      description: 'Evidence on the claim, oldest first.',
      complexity: pageComplexity,
      resolve: ({ view: { belief }, asOf }, args, context) =>
        resolveOffsetConnection(
          { ...offsetPage(args), totalCount: belief.ledger.count },
          async ({ offset, limit }) => {
            const entries = await readLedgerPage(context, belief.ledger, { offset, limit });
            return entries.map((entry) => ({ entry, asOf }));
          },
        ),
    }),
    annotations: t.connection({
      type: AnnotationType,
      access: { capability: 'wiki.annotations' },
      nullable: true,
      description:
        'What was annotated on it, oldest first. A token needs wiki.annotations. Null only beside an error.',
      complexity: pageComplexity,
      resolve: ({ view, asOf }, args, context) => annotationsOn(view.claim.addr, asOf, args, context),
    }),
    occurrences: t.field({
      type: [OccurrenceType],
      description: 'The places that state it, oldest first; none in artefacts that were redacted.',
      resolve: ({ view, asOf }) => view.occurrences.map((occurrence) => ({ occurrence, asOf })),
    }),
    clusterMembers: t.connection({
      type: ClaimType,
      description: 'Claims that say the same, this one too, in the order of the log.',
      complexity: pageComplexity,
      resolve: async ({ view, asOf }, args, context) => {
        const members = await clusterMembers(context).load(view.claim.claim_cluster_id);
        const seen = members.filter(
          ({ addr, effective_at }) => reachesAddress(context.session, addr) && holdsAt(asOf, effective_at),
        );
        const keys = seen.map(({ addr }) => claimKey(addr, asOf));
        return resolveArrayConnection(offsetPage(args), keys);
      },
    }),
    rivals: t.field({
      type: [ClaimType],
      description: 'Claims that contradict it.',
      resolve: ({ view, asOf }, _, { session }) =>
        view.rivals.filter((addr) => reachesAddress(session, addr)).map((addr) => claimKey(addr, asOf)),
    }),
  }),
});

async function readLedgerPage(
  context: GraphqlContext,
  ledger: ClaimNode['view']['belief']['ledger'],
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<LedgerEntry[]> {
  const stretch = ledger.stretch(offset, limit);
  return stretch === null ? [] : ledger.seen(await ledgerPages(context).load(stretch));
}
