import { builder } from '../../builder/builder.ts';
import { isArtefactId } from '../../builder/ids.ts';
import { checkCorpus } from '../../session/session.ts';
import { holdsAt, readAsOf } from '../../views/view.ts';
import { ArtefactNode } from './artefact-node.ts';
import { ArtefactType, artefactStates } from './artefact-ref.ts';

builder.queryField('artefact', (t) =>
  t.field({
    type: ArtefactType,
    nullable: true,
    description: 'Null for an unknown id, and as of a time before it took effect.',
    args: {
      id: t.arg.id({ required: true, description: 'a1…' }),
      asOf: t.arg({ type: 'DateTime', description: 'A date or timestamp; by default the present.' }),
    },
    resolve: async (_, { id, asOf }, context) => {
      const seenAt = readAsOf(asOf ?? null);
      if (!isArtefactId(id)) return null;
      const state = await artefactStates(context).load(id);
      if (!state) return null;
      checkCorpus(context.session, state.record.corpus);
      return holdsAt(seenAt, state.effective_at) ? new ArtefactNode(state, seenAt) : null;
    },
  }),
);
