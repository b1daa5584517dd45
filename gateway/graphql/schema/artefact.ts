import { resolveArrayConnection } from '@pothos/plugin-relay';
import { readDatedWord } from '../../../engine/artefact/dated-word.ts';
import type { ArtefactState } from '../../../graph/artefact.ts';
import { byCodeUnit } from '../../../graph/by-code-unit.ts';
import { builder } from '../builder.ts';
import { ArtefactType, ClaimType, occurrencesIn } from '../loaders.ts';
import { PAGE_SIZE, pageComplexity } from '../page.ts';
import { reachesAddress } from '../session.ts';

const Withdrawal = builder.objectRef<NonNullable<ArtefactState['withdrawn']>>('Withdrawal').implement({
  fields: (t) => ({
    reason: t.exposeString('reason'),
    effectiveAt: t.string({ resolve: ({ effective_at }) => effective_at }),
  }),
});

const Redaction = builder.objectRef<NonNullable<ArtefactState['redacted']>>('Redaction').implement({
  fields: (t) => ({
    reason: t.exposeString('reason'),
    at: t.string({
      description: 'When it was said.',
      resolve: async (word, _, { engine }) => (await readDatedWord(engine.store, word)).at,
    }),
  }),
});

ArtefactType.implement({
  description: 'One version of one document, named by the hash of its bytes.',
  fields: (t) => ({
    artefactId: t.id({ resolve: ({ record }) => record.artefact_id }),
    corpus: t.string({ resolve: ({ record }) => record.corpus }),
    version: t.int({ resolve: ({ record }) => record.version }),
    url: t.string({ resolve: ({ record }) => record.url }),
    title: t.string({ resolve: ({ record }) => record.title }),
    summary: t.string({
      description: 'Empty where it was redacted.',
      resolve: ({ record }) => record.summary,
    }),
    domain: t.string({ resolve: ({ record }) => record.domain }),
    publisher: t.string({
      description: 'The registrable domain: one voice, however many sites.',
      resolve: ({ record }) => record.publisher,
    }),
    licence: t.string({ resolve: ({ record }) => record.licence }),
    lang: t.string({ resolve: ({ record }) => record.lang }),
    mediaType: t.string({ resolve: ({ record }) => record.media_type }),
    hash: t.string({
      description: 'BLAKE3-256 of the bytes, 64 hex digits.',
      resolve: ({ record }) => record.hash,
    }),
    published: t.string({ nullable: true, resolve: ({ record }) => record.published }),
    observedAt: t.string({ resolve: ({ record }) => record.observed_at }),
    mirrorOf: t.field({
      type: ArtefactType,
      nullable: true,
      description: 'An earlier artefact of another publisher whose text this one repeats.',
      resolve: ({ record }) => record.mirror_of,
    }),
    withdrawn: t.expose('withdrawn', { type: Withdrawal, nullable: true }),
    redacted: t.expose('redacted', {
      type: Redaction,
      nullable: true,
      description: 'That its bytes and its text were erased.',
    }),
    claims: t.connection({
      type: ClaimType,
      description: 'Claims that it states, in the order of the log; of a redacted one by address.',
      complexity: pageComplexity,
      resolve: async ({ record, redacted }, args, context) => {
        const occurrences = await occurrencesIn(context).load(record.artefact_id);
        const addrs = new Set(occurrences.map(({ claim }) => claim));
        const reached = [...addrs].filter((addr) => reachesAddress(context.session, addr));
        // The order of an erased text went with it.
        const listed = redacted === undefined ? reached : reached.toSorted(byCodeUnit);
        return resolveArrayConnection({ args, ...PAGE_SIZE }, listed);
      },
    }),
  }),
});
