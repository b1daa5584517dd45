import { parseAddress } from '../../../../graph/address.ts';
import { isAny } from '../../../../graph/store/filters.ts';
import type { RowCount } from '../../../../graph/store/lists.ts';
import { builder } from '../../builder/builder.ts';
import { searchedComplexity } from '../../builder/page-size.ts';
import type { GraphqlContext } from '../../context.ts';
import { exactly } from '../../lists/connections.ts';
import { refusalError } from '../../refusal-error.ts';
import { checkCorpus, reachesAddress } from '../../session/session.ts';
import { resolveView } from '../../views/view.ts';
import { type AnnotationsArgs, annotationsIn, annotationsOn } from './annotation.ts';
import { AnnotationFilterType, annotationsComplexity, readAnnotationFilter } from './annotation-filter.ts';
import { AnnotationConnectionType, AnnotationType } from './annotation-ref.ts';

builder.queryField('annotations', (t) =>
  t.connection(
    {
      type: AnnotationType,
      access: { capability: 'wiki.annotations' },
      nullable: true,
      description:
        'What was annotated on an address, or on any of a corpus, oldest first. A page may be short, or empty, although more follow: go on from its endCursor while hasNextPage. A token needs wiki.annotations. Null only beside an error.',
      // Those of a corpus are looked through whatever is asked: a token may reach few of them.
      complexity: ({ target, ...page }) =>
        target == null ? searchedComplexity(page, true) : annotationsComplexity(page),
      args: {
        target: t.arg.id({
          description: 'A wx:// address; nothing needs to be there. By default any of the corpus.',
        }),
        corpus: t.arg.string({
          description: 'Its name, where no target is given; by default the first corpus.',
        }),
        filter: t.arg({ type: AnnotationFilterType, description: 'By default all.' }),
        asOf: t.arg({ type: 'DateTime', description: 'A date or timestamp; by default the present.' }),
      },
      resolve: (_, { target, corpus, asOf, ...args }, context) => {
        if (target == null) {
          return annotationsIn({ corpus: corpus ?? null, asOf: asOf ?? null }, args, context);
        }
        if (corpus == null) return annotationsOf(target, asOf ?? null, args, context);
        const message = 'give a target or a corpus, not both: a target is in its own corpus';
        throw refusalError({ reason: 'invalid:query', message });
      },
    },
    AnnotationConnectionType,
  ),
);

/** Counted where that takes no look at any. */
async function annotationsOf(
  target: string,
  asOf: string | null,
  args: AnnotationsArgs,
  context: GraphqlContext,
) {
  const parsed = parseAddress(target);
  if (!parsed.ok) {
    throw refusalError({
      reason: 'invalid:addr',
      message: 'target is no address wx://<corpus>/<kind>/<name>',
    });
  }
  const view = await resolveView(context.engine, parsed.corpus, asOf);
  checkCorpus(context.session, view.corpus);
  if (!reachesAddress(context.session, target)) {
    const message = 'this token is for addresses under its prefixes';
    throw refusalError({ reason: 'denied:corpus_forbidden', message });
  }
  const isWhole = isAny(readAnnotationFilter(args.filter)) && view.asOf === null;
  const page = await annotationsOn(target, view.asOf, args, context);
  return { ...page, ...(isWhole && { total: () => countOn(target, context) }) };
}

async function countOn(target: string, { engine }: GraphqlContext): Promise<RowCount> {
  const { size } = await engine.store.head();
  return exactly(await engine.store.countAnnotations({ target, after: -1, upTo: size - 1 }));
}
