/** Connections over an organisation's answers. */
import type { DefaultConnectionArguments } from '@pothos/plugin-relay';
import type { AnswersRequest } from '../../engine/answer/list-answers.ts';
import type { PageCut, Stretch } from '../../graph/pages.ts';
import type { GraphqlContext } from './context.ts';
import { cursorOf, seqConnection } from './seq-connection.ts';
import { tenantOf } from './session.ts';

/**
 * Newest first. Where looking stopped before the page was full, its cursor is where to go on.
 * @throws {GraphQLError} `denied:key_missing`
 */
export async function answersConnection(
  args: DefaultConnectionArguments,
  { engine, session }: GraphqlContext,
  filter: Omit<AnswersRequest, 'tenant' | keyof Stretch | keyof PageCut>,
) {
  const tenant = tenantOf(session);
  let stoppedAt: number | null = null;
  const { edges, pageInfo } = await seqConnection(args, true, async (page) => {
    const found = await engine.listAnswers({ ...filter, ...page, tenant });
    stoppedAt = found.stoppedAt;
    return found.records;
  });
  return {
    edges: edges.map(({ cursor, node }) => ({ cursor, node: node.body.answer_id })),
    pageInfo: stoppedAt === null ? pageInfo : goingOn(pageInfo, cursorOf(stoppedAt), args),
  };
}

function goingOn<P extends object>(
  pageInfo: P,
  cursor: string,
  { last, before }: DefaultConnectionArguments,
) {
  const isBackwards = (last ?? before ?? null) !== null;
  return isBackwards
    ? { ...pageInfo, hasPreviousPage: true, startCursor: cursor }
    : { ...pageInfo, hasNextPage: true, endCursor: cursor };
}
