import { builder } from '../builder.ts';
import type { GraphqlContext } from '../context.ts';
import type { FindingsRequest } from '../findings-subscriber.ts';
import { isAnswerId } from '../ids.ts';
import { refusalError } from '../refusal-error.ts';
import { tenantOf } from '../session.ts';
import { FindingType } from './finding.ts';

/** Answers that one subscription may name. */
const MAX_ANSWERS = 1_000;

builder.subscriptionField('findings', (t) =>
  t.field({
    type: FindingType,
    description:
      'Without `after` the latest verdict of each answer, then live ones; with it every later one, in order, then live.',
    args: {
      after: t.arg.int({ description: 'Position of the last finding that was received.' }),
      answerIds: t.arg.idList({ description: 'By default all answers of the organisation.' }),
    },
    subscribe: (_, args, context) =>
      subscribeFindings(context, {
        tenant: tenantOf(context.session),
        after: args.after ?? null,
        answers: readAnswerIds(args.answerIds ?? null),
      }),
    resolve: (finding) => finding,
  }),
);

/** The subscription lives as long as the session may. */
function subscribeFindings({ tails, sessions, session }: GraphqlContext, request: FindingsRequest) {
  const subscriber = tails.subscribe(request);
  const release = sessions.guard(session, (refusal) => subscriber.end(refusalError(refusal)));
  void subscriber.ended.then(release);
  return subscriber;
}

function readAnswerIds(ids: readonly string[] | null) {
  if (ids !== null && ids.length > MAX_ANSWERS) {
    throw refusalError({ reason: 'invalid:query', message: `answerIds names at most ${MAX_ANSWERS}` });
  }
  return ids === null ? null : ids.filter(isAnswerId);
}
