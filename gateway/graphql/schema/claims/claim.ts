import type { ClaimAddr } from '../../../../graph/address.ts';
import { claimKey, datedKey } from '../../builder/dated-key.ts';
import { carriedArg, carriedComplexity, firstOf } from '../../lists/carried-list.ts';
import { reachesAddress, type Session } from '../../session/session.ts';
import { annotationsOn } from '../annotations/annotation.ts';
import { AnnotationFilterType, annotationsComplexity } from '../annotations/annotation-filter.ts';
import { AnnotationConnectionType, AnnotationType } from '../annotations/annotation-ref.ts';
import { BeliefType } from '../beliefs/belief.ts';
import { ClusterType } from '../clusters/cluster-ref.ts';
import type { ClaimNode } from './claim-node.ts';
import { ClaimType } from './claim-ref.ts';
import { OccurrenceType } from './occurrence.ts';
import { OccurrenceNode } from './occurrence-node.ts';

ClaimType.implement({
  description: 'One atomic statement. It never changes; the belief in it does.',
  fields: (t) => ({
    addr: t.expose('addr', { type: 'ClaimAddress', description: 'wx://<corpus>/claim/c1…' }),
    claimId: t.exposeID('claimId', { description: 'The bare id.' }),
    text: t.exposeString('text', {
      description: 'Empty where every artefact that states it was redacted.',
    }),
    context: t.exposeStringList('context', {
      description:
        'What the text leaves unsaid, outermost first: title, headings, what leads in, the sentence before. Empty where it stands by itself.',
    }),
    lang: t.exposeString('lang', { description: 'BCP 47.' }),
    corpus: t.exposeString('corpus', { description: 'Its name.' }),
    cluster: t.field({
      type: ClusterType,
      nullable: true,
      description: 'With the claims that say the same, this one too.',
      resolve: ({ cluster, asOf }) => datedKey(cluster, asOf),
    }),
    canonical: t.field({
      type: ClaimType,
      nullable: true,
      description:
        'The first claim of the cluster, whose ledger and belief this one shares; null where it is that itself.',
      resolve: ({ canonical, asOf }) => canonical && claimKey(canonical, asOf),
    }),
    effectiveAt: t.expose('effectiveAt', {
      type: 'DateTime',
      description: 'From when it holds, RFC 3339 UTC with ms.',
    }),
    belief: t.expose('belief', {
      type: BeliefType,
      nullable: true,
      description: 'What its ledger comes to; null where nothing is in it.',
    }),
    annotations: t.connection(
      {
        type: AnnotationType,
        access: { capability: 'wiki.annotations' },
        nullable: true,
        description:
          'What was annotated on it, oldest first. A page may be short, or empty, although more follow: go on from its endCursor while hasNextPage. A token needs wiki.annotations. Null only beside an error.',
        complexity: annotationsComplexity,
        args: { filter: t.arg({ type: AnnotationFilterType, description: 'By default all.' }) },
        resolve: ({ view, asOf }, args, context) => annotationsOn(view.claim.addr, asOf, args, context),
      },
      AnnotationConnectionType,
    ),
    occurrences: t.field({
      type: [OccurrenceType],
      description:
        'The places that state it, oldest first, among the first 250 in the order of the log; none in artefacts that were redacted.',
      args: {
        ...carriedArg(),
        after: t.arg({ type: 'LogPosition', description: 'Only with a later position in the log.' }),
      },
      complexity: carriedComplexity,
      resolve: ({ view: { occurrences }, asOf }, { after, ...args }) => {
        const listed = after == null ? occurrences : occurrences.filter(({ seq }) => seq > after);
        return firstOf(listed, args).map((occurrence) => new OccurrenceNode(occurrence, asOf));
      },
    }),
    occurrenceCount: t.int({
      description:
        'Places that state it, as occurrences has them: occurrenceCountIsBounded says where there may be more.',
      resolve: ({ view }) => view.occurrences.length,
    }),
    occurrenceCountIsBounded: t.boolean({
      // Read with the count.
      complexity: 0,
      description:
        'Whether there may be more places than the first 250, which alone occurrences, occurrenceCount and publisherCount are made of.',
      resolve: ({ view }) => view.isBounded,
    }),
    rivals: t.field({
      type: [ClaimType],
      nullable: { list: false, items: true },
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
