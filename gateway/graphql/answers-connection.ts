/** Connections over an organisation's answers. */
import type { DefaultConnectionArguments } from '@pothos/plugin-relay';
import type { AnswersRequest } from '../../engine/answer/list-answers.ts';
import type { PageCut, Stretch } from '../../graph/pages.ts';
import type { GraphqlContext } from './context.ts';
import { searchedConnection } from './seq-connection.ts';
import { tenantOf } from './session.ts';

/**
 * Newest first.
 * @throws {GraphQLError} `denied:key_missing`
 */
export async function answersConnection(
  args: DefaultConnectionArguments,
  { engine, session }: GraphqlContext,
  filter: Omit<AnswersRequest, 'tenant' | keyof Stretch | keyof PageCut>,
) {
  const tenant = tenantOf(session);
  const { edges, pageInfo } = await searchedConnection(args, true, (page) =>
    engine.listAnswers({ ...filter, ...page, tenant }),
  );
  return { edges: edges.map(({ cursor, node }) => ({ cursor, node: node.body.answer_id })), pageInfo };
}
