import type { OperatorWord } from '../../../../graph/artefact.ts';
import { byCodeUnit } from '../../../../graph/by-code-unit.ts';
import { builder } from '../../builder/builder.ts';
import { claimKey, datedKey } from '../../builder/dated-key.ts';
import { pageComplexity } from '../../builder/page-size.ts';
import { arrayConnection } from '../../lists/offset-connection.ts';
import { reachesAddress } from '../../session/session.ts';
import { reachName } from '../../session/token-scope.ts';
import { holdsAt } from '../../views/view.ts';
import { ClaimConnectionType, ClaimType } from '../claims/claim-ref.ts';
import { entryTimes } from '../ledger/ledger-pages.ts';
import { ArtefactType, occurrencesIn } from './artefact-ref.ts';

const Withdrawal = builder.objectRef<OperatorWord>('Withdrawal').implement({
  description: 'An operator’s word that nothing may rest on the artefact.',
  fields: (t) => ({
    reason: t.exposeString('reason', { description: 'The operator’s words.' }),
    effectiveAt: t.field({
      type: 'DateTime',
      description: 'From when it holds, RFC 3339 UTC with ms.',
      resolve: ({ effective_at }) => effective_at,
    }),
    at: t.field({
      type: 'DateTime',
      description: 'When it was said.',
      resolve: ({ seq }, _, context) => entryTimes(context).load(seq),
    }),
  }),
});

const Redaction = builder.objectRef<OperatorWord>('Redaction').implement({
  description: 'An operator’s word that the artefact’s bytes and text are erased.',
  fields: (t) => ({
    reason: t.exposeString('reason', { description: 'The operator’s words.' }),
    at: t.field({
      type: 'DateTime',
      description: 'When it was said.',
      resolve: ({ seq }, _, context) => entryTimes(context).load(seq),
    }),
  }),
});

ArtefactType.implement({
  description: 'One version of one document, named by the hash of its bytes.',
  fields: (t) => ({
    artefactId: t.exposeID('artefactId', { description: 'a1…' }),
    corpus: t.exposeString('corpus', { description: 'Its name.' }),
    version: t.exposeInt('version', {
      description: 'Of its document, from 1.',
    }),
    url: t.expose('url', { type: 'URL', description: 'Where it was observed.' }),
    title: t.exposeString('title', {
      description: 'As its document gives it.',
    }),
    summary: t.exposeString('summary', {
      description: 'Empty where it was redacted.',
    }),
    domain: t.exposeString('domain', { description: 'Of its URL.' }),
    publisher: t.exposeString('publisher', {
      description: 'The registrable domain: one voice, however many sites.',
    }),
    licence: t.exposeString('licence', {
      description: 'An SPDX id, or as the document names it.',
    }),
    lang: t.exposeString('lang', { description: 'BCP 47.' }),
    mediaType: t.exposeString('mediaType', {
      description: 'RFC 6838, as it was observed.',
    }),
    hash: t.expose('hash', { type: 'Hash', description: 'BLAKE3-256 of the bytes, 64 hex digits.' }),
    published: t.exposeString('published', {
      description: 'As the document says; null where it does not.',
      nullable: true,
    }),
    observedAt: t.expose('observedAt', {
      type: 'DateTime',
      description: 'When it was observed, RFC 3339 UTC with ms.',
    }),
    mirrorOf: t.field({
      type: ArtefactType,
      nullable: true,
      description: 'An earlier artefact of another publisher whose text this one repeats.',
      resolve: ({ state: { record }, asOf }) => record.mirror_of && datedKey(record.mirror_of, asOf),
    }),
    withdrawn: t.field({
      type: Withdrawal,
      nullable: true,
      description: 'That nothing rests on it any more; null before that took effect.',
      resolve: ({ state: { withdrawn }, asOf }) =>
        withdrawn !== null && holdsAt(asOf, withdrawn.effective_at) ? withdrawn : null,
    }),
    redacted: t.field({
      type: Redaction,
      nullable: true,
      description: 'That its bytes and its text were erased, as of whatever time.',
      resolve: ({ state: { redacted } }) => redacted ?? null,
    }),
    claims: t.connection(
      {
        type: ClaimType,
        description: 'Claims that it states, in the order of the log; of a redacted one by address.',
        complexity: pageComplexity,
        resolve: async ({ state: { record, redacted }, asOf }, args, context) => {
          const stated = await occurrencesIn(context).load(record.artefact_id);
          const occurrences = stated.filter(({ effective_at }) => holdsAt(asOf, effective_at));
          const addrs = new Set(occurrences.map(({ claim }) => claim));
          const reached = [...addrs].filter((addr) => reachesAddress(context.session, addr));
          // The order of an erased text went with it.
          const listed = redacted === undefined ? reached : reached.toSorted(byCodeUnit);
          const reach = reachName(context.session);
          const order = redacted === undefined ? 'log' : 'address';
          const name = { artefact: record.artefact_id, asOf, order, reach };
          const list = { field: 'Artefact.claims', arguments: name };
          const keys = listed.map((addr) => claimKey(addr, asOf));
          return arrayConnection(args, list, keys);
        },
      },
      ClaimConnectionType,
    ),
  }),
});
