import type { ClaimAddr } from '../../../graph/address.ts';
import { carriedArg, carriedComplexity, firstOf } from '../carried-list.ts';
import { claimKey } from '../claim-key.ts';
import { ClaimType } from '../loaders.ts';
import { AnnotationType } from '../nodes/annotation.ts';
import type { ClaimNode } from '../nodes/claim-node.ts';
import { OccurrenceNode } from '../nodes/occurrence-node.ts';
import { clusterMembers } from '../nodes/pages.ts';
import { arrayConnection } from '../offset-connection.ts';
import { pageComplexity } from '../page.ts';
import { reachName } from '../reach.ts';
import { reachesAddress, type Session } from '../session.ts';
import { holdsAt } from '../view.ts';
import { AnnotationKindType, annotationsOn } from './annotation.ts';
import { BeliefType } from './belief.ts';
import { OccurrenceType } from './occurrence.ts';

ClaimType.implement({
  description: 'One atomic statement. It never changes; the belief in it does.',
  fields: (t) => ({
    addr: t.exposeID('addr', { description: 'wx://<corpus>/claim/c1…' }),
    claimId: t.exposeID('claimId', { description: 'The bare id.' }),
    text: t.exposeString('text', {
      description: 'Empty where every artefact that states it was redacted.',
    }),
    lang: t.exposeString('lang', { description: 'BCP 47.' }),
    corpus: t.exposeString('corpus', { description: 'Its name.' }),
    cluster: t.exposeID('cluster', {
      description: 'Claims of one cluster say the same.',
    }),
    effectiveAt: t.exposeString('effectiveAt', {
      description: 'From when it holds, RFC 3339 UTC with ms.',
    }),
    belief: t.expose('belief', {
      type: BeliefType,
      nullable: true,
      description: 'What its ledger comes to; null where nothing is in it.',
    }),
    annotations: t.connection({
      type: AnnotationType,
      access: { capability: 'wiki.annotations' },
      nullable: true,
      description:
        'What was annotated on it, oldest first. A token needs wiki.annotations. Null only beside an error.',
      complexity: pageComplexity,
      args: { kinds: t.arg({ type: [AnnotationKindType], description: 'By default all.' }) },
      resolve: ({ view, asOf }, args, context) => annotationsOn(view.claim.addr, asOf, args, context),
    }),
    occurrences: t.field({
      type: [OccurrenceType],
      description: 'The places that state it, oldest first; none in artefacts that were redacted.',
      args: {
        ...carriedArg(),
        after: t.arg.int({ description: 'Only with a later position in the log.' }),
      },
      complexity: carriedComplexity,
      resolve: ({ view: { occurrences }, asOf }, { after, ...args }) => {
        const listed = after == null ? occurrences : occurrences.filter(({ seq }) => seq > after);
        return firstOf(listed, args).map((occurrence) => new OccurrenceNode(occurrence, asOf));
      },
    }),
    occurrenceCount: t.int({
      description: 'All places that state it.',
      resolve: ({ view }) => view.occurrences.length,
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
        const name = { cluster: view.claim.claim_cluster_id, asOf, reach: reachName(context.session) };
        return arrayConnection(args, { field: 'clusterMembers', arguments: name }, keys);
      },
    }),
    rivals: t.field({
      type: [ClaimType],
      description: 'Claims that contradict it, by address; `neighbours` pages through all of them.',
      args: carriedArg(),
      complexity: carriedComplexity,
      resolve: ({ view, asOf }, args, { session }) =>
        firstOf(rivalsOf(view, session), args).map((addr) => claimKey(addr, asOf)),
    }),
    rivalCount: t.int({
      description: 'All claims that contradict it.',
      resolve: ({ view }, _, { session }) => rivalsOf(view, session).length,
    }),
  }),
});

function rivalsOf({ rivals }: ClaimNode['view'], session: Session): readonly ClaimAddr[] {
  return rivals.filter((addr) => reachesAddress(session, addr));
}
