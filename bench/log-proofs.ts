/** Proofs and checkpoints from the nodes that a store keeps, of logs from short to long. */
import { generateKeyPairSync } from 'node:crypto';
import { proveConsistency, proveInclusion } from '../engine/log/prove.ts';
import { readCheckpoint } from '../engine/log/read-checkpoint.ts';
import { sha256 } from '../graph/digest.ts';
import { signCheckpoint } from '../graph/log/checkpoint.ts';
import { appendLeaves, EMPTY_EDGE, type TreeEdge } from '../graph/log/merkle.ts';
import type { GraphStore } from '../graph/store/store.ts';
import { changes } from '../test/conformance/graph-store/records.ts';
import type { Contestant } from './benchmark.ts';
import { sample } from './sample.ts';
import type { StoreKind } from './stores.ts';

const SIZES = [1_000, 10_000, 100_000, 1_000_000];
/** Of a round. */
const PROOFS = 500;
/** Leaves of one transaction. */
const CHUNK = 10_000;
const HASH_BYTES = 32;
/** A prime: the proofs of a round are of leaves all over the tree. */
const STRIDE = 104_729;

export async function proofContestants(kind: StoreKind, undo: AsyncDisposableStack): Promise<Contestant[]> {
  const contestants: Contestant[] = [];
  for (const size of SIZES) {
    const { store } = undo.use(await kind.open());
    await plant(store, size);
    contestants.push(...(await contestantsAt(store, size)));
  }
  return contestants;
}

async function contestantsAt(store: GraphStore, size: number): Promise<Contestant[]> {
  const { privateKey } = generateKeyPairSync('ed25519');
  const places = Array.from({ length: PROOFS }, (_, n) => (n * STRIDE) % size);
  const include = (at: number) => proveInclusion(store, at, null);
  const extend = (at: number) => proveConsistency(store, at + 1, null);
  const sign = async (head: { readonly size: number; readonly root: Uint8Array }) =>
    signCheckpoint({ origin: 'bench.adduce.example/log', ...head }, privateKey);
  const checkpoint = () => readCheckpoint(store, sign);
  const repeated = (name: string, first: string, work: (at: number) => Promise<unknown>): Contestant => ({
    name,
    against: size === SIZES[0] ? null : first,
    round: () =>
      sample(null, async () => {
        for (const at of places) await work(at);
        return { read: PROOFS };
      }),
  });
  const names = (of: number) => [
    `inclusion, ${of.toLocaleString('en')} entries`,
    `consistency, ${of.toLocaleString('en')} entries`,
    `checkpoint, ${of.toLocaleString('en')} entries`,
  ];
  const [included = '', extended = '', signed = ''] = names(size);
  const [first = '', second = '', third = ''] = names(SIZES[0] ?? size);
  console.log(
    `${included}: at most ${await longest(places, include)} bytes; consistency: at most ${await longest(places, extend)} bytes`,
  );
  return [
    repeated(included, first, include),
    repeated(extended, second, extend),
    repeated(signed, third, checkpoint),
  ];
}

type Proved = Awaited<ReturnType<typeof proveInclusion>> | Awaited<ReturnType<typeof proveConsistency>>;

/** Bytes of the longest proof. */
async function longest(places: readonly number[], prove: (at: number) => Promise<Proved>): Promise<number> {
  let most = 0;
  for (const at of places) {
    const proof = await prove(at);
    if (!proof.ok) throw new Error(proof.refusal.message);
    most = Math.max(most, proof.value.hashes.length * HASH_BYTES);
  }
  return most;
}

/** The tree alone: no proof reads an entry. */
async function plant(store: GraphStore, size: number): Promise<void> {
  let edge: TreeEdge = EMPTY_EDGE;
  while (edge.size < size) {
    const start = edge.size;
    const leaves = Array.from({ length: Math.min(CHUNK, size - start) }, (_, n) =>
      sha256(new TextEncoder().encode(`leaf ${start + n}`)),
    );
    const grown = appendLeaves(edge, leaves);
    await store.transact((tx) => {
      return tx.save(changes({ head: { ...grown.edge, at: null }, merkleNodes: grown.nodes }));
    });
    edge = grown.edge;
  }
}
