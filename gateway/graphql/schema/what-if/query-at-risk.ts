import { planWithdrawals } from '../../../../engine/artefact/withdraw.ts';
import type { ArtefactId } from '../../../../graph/address.ts';
import { ANY_ARTEFACT } from '../../../../graph/store/filters.ts';
import { builder } from '../../builder/builder.ts';
import { isArtefactId } from '../../builder/ids.ts';
import type { GraphqlContext } from '../../context.ts';
import { digestOf } from '../../digest.ts';
import { MAX_FILTER_TEXT, readText } from '../../filters/filter-values.ts';
import type { ListName } from '../../lists/list-cursor.ts';
import { refusalError } from '../../refusal-error.ts';
import { checkCorpus, tenantOf } from '../../session/session.ts';
import { readAsOf, resolveView } from '../../views/view.ts';
import {
  checkOperator,
  SUPPOSED,
  TURNS,
  type TurnAt,
  TurnConnectionType,
  WHAT_IF_COMPLEXITY,
} from './query-what-if.ts';

/** Artefacts that are taken away together. */
const MAX_TOGETHER = 200;

interface AtRisk {
  readonly artefacts: number;
  readonly isBounded: boolean;
  readonly turns: readonly TurnAt[];
  readonly list: ListName;
}

const AtRiskType = builder.objectRef<AtRisk>('AtRisk').implement({
  description: 'Which answers would not stand without some artefacts, all of them taken away together.',
  fields: (t) => ({
    artefactCount: t.int({
      description: 'Artefacts that would be taken away; those that are withdrawn already are none of them.',
      resolve: ({ artefacts }) => artefacts,
    }),
    isBounded: t.exposeBoolean('isBounded', {
      description: `Whether there are more than ${MAX_TOGETHER}, of which the newest were looked at.`,
    }),
    turns: t.connection(TURNS, TurnConnectionType),
  }),
});

const AtRiskOfType = builder.inputType('AtRiskOf', {
  isOneOf: true,
  description: `What an answer may rest on: one of these. Texts have up to ${MAX_FILTER_TEXT} characters.`,
  fields: (t) => ({
    artefact: t.id({ description: 'An artefact, a1….' }),
    publisher: t.string({ description: 'A registrable domain, with every artefact of it.' }),
    domain: t.string({ description: 'The domain of a URL, with every artefact of it.' }),
  }),
});

type AtRiskOf = typeof AtRiskOfType.$inferInput;

builder.queryField('atRisk', (t) =>
  t.field({
    type: AtRiskType,
    nullable: true,
    access: 'tenant',
    description:
      'Which verdicts would change without an artefact, or without all that a publisher or a domain has. Nothing is written. Withdrawing is an operator’s, so that it is supposed in open mode only. Null only beside an error.',
    complexity: { field: 2 * WHAT_IF_COMPLEXITY, multiplier: 1 },
    args: {
      of: t.arg({ type: AtRiskOfType, required: true, description: 'What would be taken away.' }),
      corpus: t.arg.string({ description: 'Where it is looked for; by default the first corpus.' }),
      asOf: t.arg({
        type: 'DateTime',
        description: 'A date or timestamp: what would be seen as of then; by default the present.',
      }),
    },
    resolve: async (_, { of, corpus, asOf: given }, context) => {
      const tenant = tenantOf(context.session);
      checkOperator(context);
      const asOf = readAsOf(given ?? null);
      const { artefacts, isBounded } = await artefactsOf(of, corpus ?? null, context);
      const command = planWithdrawals(artefacts, { reason: SUPPOSED, by: null });
      const { result, turns } = await context.engine.whatWouldTurn(command, tenant, asOf);
      const name = { organisation: digestOf(tenant), supposed: digestOf([of, corpus ?? null]), asOf };
      const list = { field: 'AtRisk.turns', arguments: name };
      return { artefacts: result, isBounded, turns: turns.map((turn) => ({ ...turn, asOf })), list };
    },
  }),
);

/** The newest first. @throws {GraphQLError} `missing:artefact`, `invalid:query`, `denied:corpus_forbidden` */
async function artefactsOf(
  { artefact, ...origin }: AtRiskOf,
  corpus: string | null,
  context: GraphqlContext,
): Promise<{ readonly artefacts: readonly ArtefactId[]; readonly isBounded: boolean }> {
  if (artefact != null) return { artefacts: [await known(artefact, context)], isBounded: false };
  const { corpus: name, view } = await resolveView(context.engine, corpus, null);
  checkCorpus(context.session, name);
  const publisher = readText('publisher', origin.publisher);
  const domain = readText('domain', origin.domain);
  const filter = {
    ...ANY_ARTEFACT,
    publisher: publisher === null ? null : [publisher],
    domain: domain === null ? null : [domain],
  };
  const list = context.engine.explore.artefacts({ corpus: name, view, filter });
  const page = { by: 'seq', descending: true, after: null, before: null, isBackward: false } as const;
  const { rows, more } = await list.page({ ...page, limit: MAX_TOGETHER });
  return { artefacts: rows.map(({ id }) => id), isBounded: more };
}

async function known(artefact: string, { engine }: GraphqlContext): Promise<ArtefactId> {
  const [state] = isArtefactId(artefact) ? await engine.artefacts([artefact]) : [];
  if (state) return state.record.artefact_id;
  throw refusalError({ reason: 'missing:artefact', message: `there is no artefact ${artefact}` });
}
