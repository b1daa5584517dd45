import type { AnswersRequest } from '../../../engine/answer/list-answers.ts';
import { isClaimAddr } from '../../../graph/address.ts';
import type { AnswerUse } from '../../../graph/store/ranges.ts';
import { endOfAsOf, parseInstant } from '../../../graph/time.ts';
import { answersConnection } from '../answers-connection.ts';
import { builder } from '../builder.ts';
import { isArtefactId } from '../ids.ts';
import { AnswerConnectionType, AnswerType } from '../nodes/answer.ts';
import { pageComplexity } from '../page.ts';
import { refusalError } from '../refusal-error.ts';
import { AS_OF_VERDICT } from '../view.ts';
import { AnswerModeType } from './answer-mode.ts';
import { FindingsStateType } from './finding.ts';

const MAX_TEXT_LENGTH = 200;

const AnswerFilterType = builder.inputType('AnswerFilter', {
  description: 'What answers must be; what is left out lets all through.',
  fields: (t) => ({
    corpus: t.string({ description: 'Its name.' }),
    mode: t.field({ type: AnswerModeType, description: 'As it was asked for.' }),
    findings: t.field({
      type: [FindingsStateType],
      description:
        'Their latest verdict in the log, as of the time that is asked for; UNKNOWN before the first.',
    }),
    from: t.field({ type: 'DateTime', description: 'Given then or later: a date or timestamp.' }),
    to: t.field({
      type: 'DateTime',
      description: 'Given then or earlier: a date, to its end, or a timestamp.',
    }),
    text: t.string({
      description: `1 to ${MAX_TEXT_LENGTH} characters that the question contains, whatever their case.`,
    }),
  }),
});

type Filter = typeof AnswerFilterType.$inferInput;

builder.queryField('answers', (t) =>
  t.connection(
    {
      type: AnswerType,
      nullable: true,
      description:
        'Those of the caller’s organisation, newest first. A page may be short, or empty, although more follow: go on from its endCursor while hasNextPage. Null only beside an error.',
      access: 'tenant',
      complexity: pageComplexity,
      args: {
        filter: t.arg({ type: AnswerFilterType, description: 'By default all.' }),
        asOf: t.arg({ type: 'DateTime', description: AS_OF_VERDICT }),
      },
      resolve: (_, { filter, ...args }, context) =>
        answersConnection(args, context, 'answers', { ...readFilter(filter ?? {}), uses: null }),
    },
    AnswerConnectionType,
  ),
);

builder.queryField('answersHitBy', (t) =>
  t.connection(
    {
      type: AnswerType,
      nullable: true,
      description:
        'Answers of the caller’s organisation that use a claim in their sentences or an artefact in their set, newest first; null only beside an error.',
      access: 'tenant',
      complexity: pageComplexity,
      args: {
        claim: t.arg.id({ description: 'Its address; or else `artefact`.' }),
        artefact: t.arg.id({ description: 'a1…; or else `claim`.' }),
        asOf: t.arg({ type: 'DateTime', description: AS_OF_VERDICT }),
      },
      resolve: (_, { claim, artefact, ...args }, context) =>
        answersConnection(args, context, 'answersHitBy', {
          ...readFilter({}),
          uses: readUse(claim ?? null, artefact ?? null),
        }),
    },
    AnswerConnectionType,
  ),
);

/** @throws {GraphQLError} `invalid:query` */
function readFilter(
  filter: Filter,
): Omit<AnswersRequest, 'tenant' | 'view' | 'uses' | 'after' | 'before' | 'limit' | 'newestFirst'> {
  const { corpus = null, mode = null, findings = null, text = null } = filter;
  if (text !== null && (text.trim() === '' || text.length > MAX_TEXT_LENGTH)) {
    throw refusalError({ reason: 'invalid:query', message: `text has 1 to ${MAX_TEXT_LENGTH} characters` });
  }
  return {
    corpus,
    mode,
    states: findings,
    text,
    from: readTime('from', filter.from ?? null, parseInstant),
    to: readTime('to', filter.to ?? null, endOfAsOf),
  };
}

function readTime(name: string, text: string | null, read: (text: string) => string | null): string | null {
  const instant = text === null ? null : read(text);
  if (text === null || instant !== null) return instant;
  const message = `${name}: ${text} is neither an ISO 8601 date nor a timestamp`;
  throw refusalError({ reason: 'invalid:query', message });
}

/** @throws {GraphQLError} `invalid:query` for none or both, `invalid:addr` */
function readUse(claim: string | null, artefact: string | null): AnswerUse {
  if ((claim === null) === (artefact === null)) {
    throw refusalError({ reason: 'invalid:query', message: 'name a claim or an artefact, one of the two' });
  }
  if (artefact !== null) {
    // No answer uses what cannot be an artefact.
    return { artefact: isArtefactId(artefact) ? artefact : 'a1' };
  }
  if (claim !== null && isClaimAddr(claim)) return { claim };
  throw refusalError({ reason: 'invalid:addr', message: 'claim is a claim’s address' });
}
