/** Whether a subscription names answers that there are: of any other nothing would ever come. */
import { belongsTo, organisationOfAll } from '../../../wire/tenant-scope.ts';
import { isAnswerId } from '../../builder/ids.ts';
import type { GraphqlContext } from '../../context.ts';
import { refusalError } from '../../refusal-error.ts';

/**
 * An unknown answer and another tenant's are refused alike.
 * @param tenant whose answers, `ORG/*` for all of an organisation
 * @throws {GraphQLError} `missing:answer`, whose `details.answers` names each
 */
export async function checkAnswers(
  { engine }: Pick<GraphqlContext, 'engine'>,
  tenant: string,
  ids: readonly string[],
): Promise<void> {
  const org = organisationOfAll(tenant);
  // Each has a verdict from the moment on in which it is given.
  const found = await engine.store.records('latestFindings', ids.filter(isAnswerId));
  const known = new Set<string>(
    found.flatMap((one) => {
      const isOwn = one !== null && (org === null ? one.tenant === tenant : belongsTo(org, one.tenant));
      return isOwn ? [one.body.answer_id] : [];
    }),
  );
  const unknown = ids.filter((id) => !known.has(id));
  if (unknown.length === 0) return;
  const message = `there is no answer ${unknown[0]}${unknown.length > 1 ? ` and ${unknown.length - 1} more` : ''}`;
  throw refusalError({ reason: 'missing:answer', message, details: { answers: unknown } });
}
