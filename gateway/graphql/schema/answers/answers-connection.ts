/** Connections over an organisation's answers. */
import type { DefaultConnectionArguments } from '@pothos/plugin-relay';
import type { AnswersRequest } from '../../../../engine/answer/list-answers.ts';
import { isAny } from '../../../../graph/store/filters.ts';
import type { RowCount } from '../../../../graph/store/lists.ts';
import { organisationOfAll } from '../../../wire/tenant-scope.ts';
import { datedKey } from '../../builder/dated-key.ts';
import type { GraphqlContext } from '../../context.ts';
import { digestOf } from '../../digest.ts';
import { exactly } from '../../lists/connections.ts';
import { searchedConnection } from '../../lists/seq-connection.ts';
import { tenantOf } from '../../session/session.ts';
import { readAsOf, viewAt } from '../../views/view.ts';

interface AnswersArgs extends DefaultConnectionArguments {
  readonly asOf?: string | null | undefined;
}

/** What is asked for, beside who asks and as of when. */
type Asked = Pick<AnswersRequest, 'filter' | 'uses'>;

/**
 * Newest first.
 * @throws {GraphQLError} `denied:key_missing`; `invalid:query` for an `asOf` that is no time
 */
export async function answersConnection(
  { asOf, ...args }: AnswersArgs,
  context: GraphqlContext,
  field: string,
  asked: Asked,
) {
  const tenant = tenantOf(context.session);
  const seenAt = readAsOf(asOf ?? null);
  const view = await viewAt(seenAt, context);
  const name = { organisation: digestOf(tenant), asOf: seenAt, filter: digestOf(asked) };
  const list = { field, arguments: name };
  const { edges, pageInfo } = await searchedConnection(args, list, true, (page) =>
    context.engine.listAnswers({ ...asked, ...page, tenant, view }),
  );
  return {
    edges: edges.map(({ cursor, node }) => ({ cursor, node: datedKey(node.body.answer_id, seenAt) })),
    pageInfo,
    ...(isWhole(asked) && seenAt === null && { total: () => countAnswers(tenant, context) }),
  };
}

/** Whether nothing is filtered. */
function isWhole({ filter, uses }: Asked): boolean {
  return uses === null && isAny(filter);
}

/** Each answer has one latest verdict. Answers of all visitors of an organisation are not counted. */
async function countAnswers(tenant: string, { engine }: GraphqlContext): Promise<RowCount | null> {
  if (organisationOfAll(tenant) !== null) return null;
  const counts = await engine.store.findingsCounts(tenant);
  return exactly(Object.values(counts).reduce((sum, count) => sum + count, 0));
}
