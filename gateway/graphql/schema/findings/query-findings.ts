import type { FindingsState } from '../../../../graph/log/entry.ts';
import type { RangeReader, Stretch } from '../../../../graph/store/ranges.ts';
import type { FindingRecord } from '../../../../graph/store/rows.ts';
import { builder } from '../../builder/builder.ts';
import { isAnswerId } from '../../builder/ids.ts';
import { readKinds } from '../../filters/filter-values.ts';
import { upTo } from '../../lists/page-size.ts';
import { refusalError } from '../../refusal-error.ts';
import { tenantOf } from '../../session/session.ts';
import { common, FROM_LEARNED, spanOf, TO_LEARNED } from '../../views/log-span.ts';
import { holdsAt, readAsOf } from '../../views/view.ts';
import { type FindingNode, FindingsStateType, FindingType, STATES_WANTED } from './finding.ts';

const DEFAULT_FINDINGS = 100;
const MAX_FINDINGS = 1_000;
/** Verdicts that are looked at where no answer is named: it is worth so many fields. */
const MAX_LOOKED_AT = 5_000;
const SEARCHED = 250;
/** Before the log's first position. */
const BEFORE_ALL = -1;

builder.queryField('findings', (t) =>
  t.field({
    type: [FindingType],
    access: 'tenant',
    nullable: { list: true, items: true },
    description:
      'Verdicts that changed, of one answer or of all, oldest first; as of a time, those of until then. Null only beside an error.',
    args: {
      answerId: t.arg.id({ description: 'ans_…; by default those of every answer of the organisation.' }),
      from: t.arg({ type: 'DateTime', description: FROM_LEARNED }),
      to: t.arg({ type: 'DateTime', description: TO_LEARNED }),
      after: t.arg({ type: 'LogPosition', description: 'Only with a later position.' }),
      states: t.arg({ type: [FindingsStateType], description: STATES_WANTED }),
      asOf: t.arg({ type: 'DateTime', description: 'A date or timestamp; by default the present.' }),
      first: t.arg.int({ defaultValue: DEFAULT_FINDINGS, description: `1 to ${MAX_FINDINGS}.` }),
    },
    complexity: ({ first, answerId }) => {
      const size = upTo(first ?? DEFAULT_FINDINGS);
      return answerId == null ? { ...size, field: SEARCHED } : size;
    },
    resolve: async (_, { answerId, after, first, asOf, states, from, to }, context) => {
      const tenant = tenantOf(context.session);
      const limit = first ?? DEFAULT_FINDINGS;
      if (limit < 1 || limit > MAX_FINDINGS) throw refused(`first is 1 to ${MAX_FINDINGS}`);
      const seenAt = readAsOf(asOf ?? null);
      const span = common({ after: after ?? BEFORE_ALL, before: null }, await spanOf({ from, to }, context));
      const cut = { limit, states: readKinds(states) };
      const found =
        answerId == null
          ? await ofAll(tenant, span, cut, context.engine.store)
          : await ofAnswer(tenant, answerId, span, cut, context.engine.store);
      return found
        .filter(({ at }) => holdsAt(seenAt, at))
        .map((record): FindingNode => ({ ...record, seenAt }));
    },
  }),
);

interface Cut {
  readonly limit: number;
  readonly states: readonly FindingsState[] | undefined;
}

async function ofAnswer(
  tenant: string,
  answer: string,
  span: Stretch,
  cut: Cut,
  reader: RangeReader,
): Promise<readonly FindingRecord[]> {
  if (!isAnswerId(answer)) return [];
  const [found = []] = await reader.ranges('findingsOf', {
    ...cut,
    tenant,
    by: [{ answer, ...span }],
    newestFirst: false,
  });
  return found;
}

/**
 * In the order of the log, batch by batch.
 * @throws {GraphQLError} `invalid:query` where `MAX_LOOKED_AT` do not fill the list: it would end too early
 */
async function ofAll(
  tenant: string,
  { after, before }: Stretch,
  { limit, states }: Cut,
  reader: RangeReader,
): Promise<readonly FindingRecord[]> {
  const found: FindingRecord[] = [];
  let place = after;
  for (let lookedAt = 0; lookedAt < MAX_LOOKED_AT; lookedAt += MAX_FINDINGS) {
    const list = { tenant, answers: null, after: place };
    const [batch = []] = await reader.ranges('findings', { by: [list], limit: MAX_FINDINGS });
    const inside = batch.filter(({ seq }) => before === null || seq < before);
    found.push(...inside.filter(({ body }) => states?.includes(body.to) ?? true));
    const isEnd = batch.length < MAX_FINDINGS || inside.length < batch.length;
    if (found.length >= limit || isEnd) return found.slice(0, limit);
    place = batch.at(-1)?.seq ?? place;
  }
  throw refused(`among ${MAX_LOOKED_AT} verdicts there are fewer of these: name a shorter time`);
}

function refused(message: string) {
  return refusalError({ reason: 'invalid:query', message });
}
