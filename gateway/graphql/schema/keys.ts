import type { MintedToken } from '../../../engine/keys/keys.ts';
import { builder } from '../builder/builder.ts';
import { CallReceiptType, isRefusal, RefusalType, refusalOf } from './calls/refusal.ts';
import { type CallReceipt, callRest } from './calls/rest-call.ts';

interface Minted extends MintedToken {
  readonly receipt: CallReceipt;
}

const KeyMintedType = builder.objectRef<Minted>('KeyMinted').implement({
  description: 'A capability token of a new actor. It is shown here and never again.',
  fields: (t) => ({
    token: t.exposeString('token', { description: 'rcx1.…, for Authorization: Bearer.' }),
    tokenId: t.id({ description: 'tk_…: what it is revoked by.', resolve: ({ token_id }) => token_id }),
    actor: t.exposeString('actor', { description: 'Whom it writes as.' }),
    capabilities: t.exposeStringList('capabilities', { description: 'What it may do.' }),
    expiresAt: t.field({
      type: 'DateTime',
      description: 'When it ends by itself, RFC 3339 UTC with ms.',
      resolve: ({ expires_at }) => expires_at,
    }),
    receipt: t.field({
      type: CallReceiptType,
      description: 'Of the call.',
      resolve: ({ receipt }) => receipt,
    }),
  }),
});

const MintKeyResultType = builder.unionType('MintKeyResult', {
  description: 'What came of a call for a token.',
  types: [KeyMintedType, RefusalType],
  resolveType: (value) => (isRefusal(value) ? RefusalType : KeyMintedType),
});

builder.mutationField('mintKey', (t) =>
  t.field({
    type: MintKeyResultType,
    description: 'Mints a capability token of one’s own; a few a day per address.',
    resolve: async (_, __, context) => {
      const called = await callRest(context, 'mintKey', {});
      // The members of that operation's 201.
      const minted = called.members as unknown as MintedToken;
      return refusalOf(called) ?? { ...minted, receipt: called.receipt };
    },
  }),
);

interface Revoked {
  readonly tokenId: string;
  readonly receipt: CallReceipt;
}

const KeyRevokedType = builder.objectRef<Revoked>('KeyRevoked').implement({
  description: 'The token is refused everywhere within a second, and with it what was narrowed from it.',
  fields: (t) => ({
    tokenId: t.exposeID('tokenId', { description: 'As it was sent.' }),
    receipt: t.field({
      type: CallReceiptType,
      description: 'Of the call.',
      resolve: ({ receipt }) => receipt,
    }),
  }),
});

const RevokeKeyResultType = builder.unionType('RevokeKeyResult', {
  description: 'What came of a revocation.',
  types: [KeyRevokedType, RefusalType],
  resolveType: (value) => (isRefusal(value) ? RefusalType : KeyRevokedType),
});

builder.mutationField('revokeKey', (t) =>
  t.field({
    type: RevokeKeyResultType,
    description: 'Ends the token that is sent with this request.',
    args: {
      tokenId: t.arg.id({
        required: true,
        description: 'That of the token which is sent: a holder ends its own.',
      }),
    },
    resolve: async (_, { tokenId }, context) => {
      const called = await callRest(context, 'revokeKey', { params: { token_id: tokenId } });
      return refusalOf(called) ?? { tokenId, receipt: called.receipt };
    },
  }),
);
