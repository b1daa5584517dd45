import type { AnswerMode } from '../../../../engine/answer/answer.ts';
import { ANY_ANSWER, type AnswerFilter } from '../../../../engine/answer/list-answers.ts';
import { isClaimAddr } from '../../../../graph/address.ts';
import type { FindingsState } from '../../../../graph/log/entry.ts';
import type { AnswerUse } from '../../../../graph/store/ranges.ts';
import { builder } from '../../builder/builder.ts';
import { isArtefactId } from '../../builder/ids.ts';
import { pageComplexity } from '../../builder/page-size.ts';
import {
  AND_WORDS,
  FILTER_WORDS,
  type GivenJoin,
  NOT_WORDS,
  OR_WORDS,
  readJoined,
  readNames,
  readValues,
  refused,
} from '../../filters/filter-join.ts';
import { readText } from '../../filters/filter-values.ts';
import { LogRangeType, readNumberRange, readTimeRange, TimeRangeType } from '../../filters/ranges.ts';
import { refusalError } from '../../refusal-error.ts';
import { AS_OF_VERDICT } from '../../views/view.ts';
import { FindingsStateType } from '../findings/finding.ts';
import { AnswerModeType } from './answer-mode.ts';
import { AnswerConnectionType, AnswerType } from './answer-ref.ts';
import { answersConnection } from './answers-connection.ts';

const MAX_TEXT_LENGTH = 200;

interface GivenAnswerFilter extends GivenJoin<GivenAnswerFilter> {
  corpus?: string[] | null;
  mode?: AnswerMode[] | null;
  findings?: FindingsState[] | null;
  at?: { from?: string | null; to?: string | null } | null;
  seq?: { from?: number | null; to?: number | null } | null;
  text?: string | null;
  and?: GivenAnswerFilter[] | null;
  or?: GivenAnswerFilter[] | null;
  not?: GivenAnswerFilter | null;
}

const AnswerFilterType = builder.inputRef<GivenAnswerFilter>('AnswerFilter');

AnswerFilterType.implement({
  description: `What every answer of the list is. ${FILTER_WORDS}`,
  fields: (t) => ({
    corpus: t.stringList({ description: 'Its name.' }),
    mode: t.field({ type: [AnswerModeType], description: 'As it was asked for.' }),
    findings: t.field({
      type: [FindingsStateType],
      description:
        'Their latest verdict in the log, as of the time that is asked for; UNKNOWN before the first.',
    }),
    at: t.field({ type: TimeRangeType, description: 'When it was given.' }),
    seq: t.field({ type: LogRangeType, description: 'Where it was given.' }),
    text: t.string({
      description: `1 to ${MAX_TEXT_LENGTH} characters that the question contains, whatever their case.`,
    }),
    and: t.field({ type: [AnswerFilterType], description: AND_WORDS }),
    or: t.field({ type: [AnswerFilterType], description: OR_WORDS }),
    not: t.field({ type: AnswerFilterType, description: NOT_WORDS }),
  }),
});

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
        answersConnection(args, context, 'answers', { filter: readFilter(filter ?? {}), uses: null }),
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
          filter: ANY_ANSWER,
          uses: readUse(claim ?? null, artefact ?? null),
        }),
    },
    AnswerConnectionType,
  ),
);

/** @throws {GraphQLError} `invalid:query` */
function readFilter(given: GivenAnswerFilter): AnswerFilter {
  return readJoined<GivenAnswerFilter, AnswerFilter>(given, (own) => {
    if (own.text?.trim() === '') throw refused(`text has 1 to ${MAX_TEXT_LENGTH} characters`);
    return {
      ...ANY_ANSWER,
      corpus: readNames('corpus', own.corpus),
      mode: readValues('mode', own.mode),
      states: readValues('findings', own.findings),
      at: readTimeRange('at', own.at),
      seq: readNumberRange('seq', own.seq),
      text: readText('text', own.text, MAX_TEXT_LENGTH),
    };
  });
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
