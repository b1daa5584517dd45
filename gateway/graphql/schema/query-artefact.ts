import { builder } from '../builder.ts';
import { isArtefactId } from '../ids.ts';
import { ArtefactType } from '../loaders.ts';
import { checkCorpus } from '../session.ts';

builder.queryField('artefact', (t) =>
  t.field({
    type: ArtefactType,
    nullable: true,
    args: { id: t.arg.id({ required: true }) },
    resolve: async (_, { id }, context) => {
      if (!isArtefactId(id)) return null;
      const artefact = await ArtefactType.getDataloader(context).load(id);
      if (artefact) checkCorpus(context.session, artefact.record.corpus);
      return artefact;
    },
  }),
);
