import type {
  ArtefactProof,
  ReceiptProofs,
  SnapshotProof,
} from '../../../../engine/receipt/receipt-proofs.ts';
import { builder } from '../../builder/builder.ts';
import { pageComplexity } from '../../builder/page-size.ts';
import { connectionType } from '../../lists/connections.ts';
import { arrayConnection } from '../../lists/offset-connection.ts';
import { ArtefactType } from '../artefacts/artefact-ref.ts';

const ArtefactProofType = builder.objectRef<ArtefactProof>('ArtefactProof').implement({
  description: 'Where the log holds an artefact.',
  fields: (t) => ({
    artefact: t.field({
      type: ArtefactType,
      nullable: true,
      description: 'As it is now.',
      resolve: ({ artefact_id }) => artefact_id,
    }),
    seq: t.expose('seq', { type: 'LogPosition', description: 'Position in the log.' }),
    entry: t.string({
      nullable: true,
      description: 'The entry’s bytes, base64; null where its words are withheld.',
      resolve: ({ entry }) => entry ?? null,
    }),
    leaf: t.field({
      type: 'Hash',
      nullable: true,
      description: 'SHA-256(0x00 || bytes) in hex, in place of the entry.',
      resolve: ({ leaf }) => leaf ?? null,
    }),
    inclusion: t.field({
      type: ['Hash'],
      description: 'Hashes from the leaf’s sibling to the root, hex (RFC 9162 §2.1.3).',
      resolve: ({ inclusion }) => [...inclusion],
    }),
  }),
});

const ArtefactProofConnectionType = connectionType(ArtefactProofType, 'ArtefactProof');

const SnapshotProofType = builder.objectRef<SnapshotProof>('SnapshotProof').implement({
  description: 'That the signed tree begins with the one at the answer’s snapshot.',
  fields: (t) => ({
    size: t.expose('size', { type: 'LogPosition', description: 'Entries.' }),
    root: t.expose('root', { type: 'Hash', description: '64 hex digits.' }),
    consistency: t.field({
      type: ['Hash'],
      description: 'Hex (RFC 9162 §2.1.4).',
      resolve: ({ consistency }) => [...consistency],
    }),
  }),
});

export const ReceiptProofsType = builder.objectRef<ReceiptProofs>('ReceiptProofs').implement({
  description: 'Proofs of one signed tree, as the receipt’s file has them.',
  fields: (t) => ({
    seq: t.expose('seq', { type: 'LogPosition', description: 'Position of the answer in the log.' }),
    entry: t.exposeString('entry', { description: 'The entry’s bytes, base64.' }),
    inclusion: t.field({
      type: ['Hash'],
      description: 'Hashes from the leaf’s sibling to the root, hex (RFC 9162 §2.1.3).',
      resolve: ({ inclusion }) => [...inclusion],
    }),
    treeSize: t.field({
      type: 'LogPosition',
      description: 'Of the tree that all proofs are for.',
      resolve: (one) => one.tree_size,
    }),
    root: t.expose('root', { type: 'Hash', description: 'At that size, 64 hex digits.' }),
    checkpoint: t.exposeString('checkpoint', {
      description: 'Signed note of that tree (C2SP tlog-checkpoint).',
    }),
    keys: t.stringList({
      description: 'Verifiers of the keys that signed it: not whose they are.',
      resolve: ({ keys }) => [...keys],
    }),
    snapshot: t.expose('snapshot', {
      type: SnapshotProofType,
      description: 'That the tree at the answer’s snapshot is its beginning.',
    }),
    artefacts: t.connection(
      {
        type: ArtefactProofType,
        complexity: pageComplexity,
        description: 'In the order of the receipt’s artefacts.',
        resolve: ({ artefacts, seq }, args) =>
          arrayConnection(args, { field: 'proofs.artefacts', arguments: { answer: `${seq}` } }, artefacts),
      },
      ArtefactProofConnectionType,
    ),
  }),
});
