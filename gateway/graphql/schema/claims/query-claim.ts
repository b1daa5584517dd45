import { claimAddrOf, claimIdOf, isClaimAddr, isClaimId, parseAddress } from '../../../../graph/address.ts';
import { builder } from '../../builder/builder.ts';
import { claimKey } from '../../builder/dated-key.ts';
import { refusalError } from '../../refusal-error.ts';
import { checkCorpus } from '../../session/session.ts';
import { resolveView } from '../../views/view.ts';
import { ClaimType } from './claim-ref.ts';

builder.queryField('claim', (t) =>
  t.field({
    type: ClaimType,
    nullable: true,
    description: 'A claim by its address; null where there is none in sight.',
    args: {
      addr: t.arg.id({ required: true, description: 'The full address, or the bare c1… id.' }),
      corpus: t.arg.string({ description: 'Where a bare id is looked for; by default the first corpus.' }),
      asOf: t.arg({ type: 'DateTime', description: 'A date or timestamp; by default the present.' }),
    },
    resolve: async (_, { addr, corpus, asOf }, { engine, session }) => {
      const named = readClaim(addr, corpus ?? null);
      const view = await resolveView(engine, named.corpus, asOf ?? null);
      checkCorpus(session, view.corpus);
      return claimKey(claimAddrOf(view.corpus, named.id), view.asOf);
    },
  }),
);

/** @throws {GraphQLError} `invalid:addr`, or `invalid:query` when the address names another corpus than `corpus` */
function readClaim(text: string, corpus: string | null) {
  if (isClaimId(text)) return { id: text, corpus };
  const parsed = parseAddress(text);
  if (!parsed.ok || !isClaimAddr(text)) {
    throw refusalError({ reason: 'invalid:addr', message: 'addr is a claim’s address or its bare id' });
  }
  if (corpus !== null && corpus !== parsed.corpus) {
    throw refusalError({ reason: 'invalid:query', message: 'addr and corpus name different corpora' });
  }
  return { id: claimIdOf(text), corpus: parsed.corpus };
}
