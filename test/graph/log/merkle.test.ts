import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { leafHash } from '../../../graph/log/leaf.ts';
import {
  appendLeaves,
  consistencyPath,
  EMPTY_EDGE,
  emptyRoot,
  frontierIds,
  inclusionPath,
  type NodeId,
  type NodeReader,
  readProof,
  rootOf,
  type TreeNode,
  verifyConsistency,
  verifyInclusion,
} from '../../../graph/log/merkle.ts';
import vectors from '../../vectors/merkle.json' with { type: 'json' };

const MAX_SIZE = 300;
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const bytesOf = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'hex'));

/** RFC 6962 §2.1, word for word, over leaf contents. */
function naiveRoot(leaves: readonly Uint8Array[]): Uint8Array {
  const [first] = leaves;
  if (first === undefined) return createHash('sha256').digest();
  if (leaves.length === 1) return createHash('sha256').update(Buffer.of(0)).update(first).digest();
  const k = naiveSplit(leaves.length);
  return createHash('sha256')
    .update(Buffer.of(1))
    .update(naiveRoot(leaves.slice(0, k)))
    .update(naiveRoot(leaves.slice(k)))
    .digest();
}

function naiveSplit(size: number): number {
  let k = 1;
  while (k * 2 < size) k *= 2;
  return k;
}

/** RFC 6962 §2.1.1. */
function naiveInclusion(index: number, leaves: readonly Uint8Array[]): Uint8Array[] {
  if (leaves.length <= 1) return [];
  const k = naiveSplit(leaves.length);
  return index < k
    ? [...naiveInclusion(index, leaves.slice(0, k)), naiveRoot(leaves.slice(k))]
    : [...naiveInclusion(index - k, leaves.slice(k)), naiveRoot(leaves.slice(0, k))];
}

/** RFC 6962 §2.1.2. */
function naiveConsistency(earlier: number, leaves: readonly Uint8Array[], whole = true): Uint8Array[] {
  if (earlier === leaves.length) return whole ? [] : [naiveRoot(leaves)];
  const k = naiveSplit(leaves.length);
  return earlier <= k
    ? [...naiveConsistency(earlier, leaves.slice(0, k), whole), naiveRoot(leaves.slice(k))]
    : [...naiveConsistency(earlier - k, leaves.slice(k), false), naiveRoot(leaves.slice(0, k))];
}

const CONTENTS = Array.from({ length: MAX_SIZE }, (_, i) => new TextEncoder().encode(`leaf ${i}`));
const LEAVES = CONTENTS.map(leafHash);
const TREE = appendLeaves(EMPTY_EDGE, LEAVES);
const rootAt = (size: number): Uint8Array =>
  size === 0 ? emptyRoot() : (TREE.roots[size - 1] ?? emptyRoot());

const keyOf = (id: NodeId): string => `${id.level}/${id.index}`;
const STORED = new Map(TREE.nodes.map((node) => [keyOf(node), node.hash]));
const read: NodeReader = async (ids) => ids.flatMap((id) => STORED.get(keyOf(id)) ?? []);

const size = fc.integer({ min: 0, max: MAX_SIZE });
const leafOfTree = fc
  .integer({ min: 1, max: MAX_SIZE })
  .chain((n) => fc.record({ n: fc.constant(n), index: fc.integer({ min: 0, max: n - 1 }) }));
const twoSizes = fc.tuple(size, size).map(([a, b]) => ({ m: Math.min(a, b), n: Math.max(a, b) }));

/** The hashes with one bit of one of them turned. */
function flip(hashes: readonly Uint8Array[], which: number, bit: number): Uint8Array[] {
  return hashes.map((hash, i) => (i === which % hashes.length ? flipBit(hash, bit) : hash));
}

function flipBit(hash: Uint8Array, bit: number): Uint8Array {
  return hash.map((byte, i) => (i === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte));
}

describe('the reference tree', () => {
  const leaves = vectors.leaves.map((leaf) => leafHash(bytesOf(leaf)));
  const tree = appendLeaves(EMPTY_EDGE, leaves);
  const nodes = new Map(tree.nodes.map((node) => [keyOf(node), node.hash]));
  const readReference: NodeReader = async (ids) => ids.flatMap((id) => nodes.get(keyOf(id)) ?? []);

  it('has the published root after each leaf, and before the first', () => {
    expect(hex(emptyRoot())).toBe(vectors.empty_root);
    expect(hex(rootOf(EMPTY_EDGE))).toBe(vectors.empty_root);
    expect(tree.roots.map(hex)).toEqual(vectors.roots);
  });

  it.each(vectors.inclusion)('has the published inclusion proof of $index in $size', async (vector) => {
    const proof = await readProof(inclusionPath(vector.index, vector.size), readReference);
    expect(proof.map(hex)).toEqual(vector.proof);
  });

  it.each(vectors.consistency)(
    'has the published consistency proof from $earlier to $size',
    async (vector) => {
      const proof = await readProof(consistencyPath(vector.earlier, vector.size), readReference);
      expect(proof.map(hex)).toEqual(vector.proof);
    },
  );
});

describe('appendLeaves', () => {
  it('gives the root that the definition gives, after each leaf', () => {
    for (let n = 0; n <= MAX_SIZE; n += 1) expect(hex(rootAt(n))).toBe(hex(naiveRoot(CONTENTS.slice(0, n))));
  });

  it('reaches the same nodes, edge and roots in any batches', () => {
    fc.assert(
      fc.property(size, fc.array(fc.integer({ min: 0, max: 90 }), { maxLength: 8 }), (total, batches) => {
        let edge = EMPTY_EDGE;
        const nodes: TreeNode[] = [];
        const roots: Uint8Array[] = [];
        for (const batch of [...batches, MAX_SIZE]) {
          const part = appendLeaves(edge, LEAVES.slice(edge.size, Math.min(total, edge.size + batch)));
          edge = part.edge;
          nodes.push(...part.nodes);
          roots.push(...part.roots);
        }
        const whole = appendLeaves(EMPTY_EDGE, LEAVES.slice(0, total));
        expect({ edge, nodes, roots }).toEqual(whole);
      }),
      { numRuns: 30 },
    );
  });

  it('stores each complete subtree once, and the frontier among them', async () => {
    expect(STORED.size).toBe(TREE.nodes.length);
    for (let n = 0; n <= MAX_SIZE; n += 1) {
      const { edge } = appendLeaves(EMPTY_EDGE, LEAVES.slice(0, n));
      expect(await read(frontierIds(n))).toEqual(edge.frontier);
    }
  });

  it('does not change the edge it was given', () => {
    const { edge } = appendLeaves(EMPTY_EDGE, LEAVES.slice(0, 3));
    const before = edge.frontier.map(hex);
    appendLeaves(edge, LEAVES.slice(3, 9));
    expect(edge.frontier.map(hex)).toEqual(before);
    expect(edge.size).toBe(3);
  });

  it('refuses an edge whose frontier does not fit its size', () => {
    expect(() => appendLeaves({ size: 1, frontier: [] }, LEAVES.slice(0, 1))).toThrow(RangeError);
  });
});

describe('inclusion proofs', () => {
  it('are those of the definition, and verify', async () => {
    await fc.assert(
      fc.asyncProperty(leafOfTree, async ({ n, index }) => {
        const proof = await readProof(inclusionPath(index, n), read);
        expect(proof.map(hex)).toEqual(naiveInclusion(index, CONTENTS.slice(0, n)).map(hex));
        expect(verifyInclusion(LEAVES[index] ?? emptyRoot(), index, n, proof, rootAt(n))).toBe(true);
      }),
    );
  });

  it('do not verify with another bit, leaf, index, root or length', async () => {
    await fc.assert(
      fc.asyncProperty(leafOfTree, fc.nat(255), fc.nat(20), async ({ n, index }, bit, which) => {
        const proof = await readProof(inclusionPath(index, n), read);
        const leaf = LEAVES[index] ?? emptyRoot();
        const verify = (l: Uint8Array, i: number, p: Uint8Array[], root: Uint8Array): boolean =>
          verifyInclusion(l, i, n, p, root);
        expect(verify(flipBit(leaf, bit), index, proof, rootAt(n))).toBe(false);
        expect(verify(leaf, index, proof, flipBit(rootAt(n), bit))).toBe(false);
        expect(verify(leaf, index, [...proof, leaf], rootAt(n))).toBe(false);
        expect(verify(leaf, n === 1 ? 1 : (index + 1) % n, proof, rootAt(n))).toBe(false);
        if (proof.length === 0) return;
        expect(verify(leaf, index, flip(proof, which, bit), rootAt(n))).toBe(false);
        expect(verify(leaf, index, proof.slice(1), rootAt(n))).toBe(false);
        expect(verify(leaf, index, proof.slice(0, -1), rootAt(n))).toBe(false);
        expect(
          verify(
            leaf,
            index,
            proof.map((hash) => hash.slice(1)),
            rootAt(n),
          ),
        ).toBe(false);
      }),
    );
  });

  it('do not climb past the top of a tree, nor take two hashes for one', () => {
    const [left, right] = [LEAVES[0] ?? emptyRoot(), LEAVES[1] ?? emptyRoot()];
    expect(verifyInclusion(right, 1, 2, [left], rootAt(2))).toBe(true);
    expect(verifyInclusion(right, 0, 1, [left], rootAt(2))).toBe(false);
    expect(verifyInclusion(new Uint8Array(), 0, 2, [Buffer.concat([left, right])], rootAt(2))).toBe(false);
  });

  it('do not let an inner node pass as a leaf', async () => {
    const [left, right] = [LEAVES[0] ?? emptyRoot(), LEAVES[1] ?? emptyRoot()];
    const asContent = leafHash(Buffer.concat([left, right]));
    expect(verifyInclusion(asContent, 0, 1, [], rootAt(2))).toBe(false);
  });

  it.each([
    [0, 0],
    [3, 3],
    [-1, 3],
    [0.5, 3],
    [Number.NaN, 3],
    [0, Number.POSITIVE_INFINITY],
    [0, 2 ** 53],
  ])('are refused of leaf %d in a tree of %d', (index, n) => {
    expect(() => inclusionPath(index, n)).toThrow(RangeError);
    expect(verifyInclusion(rootAt(1), index, n, [], rootAt(1))).toBe(false);
  });

  it('fail loudly where the store lacks a node', async () => {
    await expect(readProof(inclusionPath(2, 9), async () => [])).rejects.toThrow(RangeError);
    await expect(
      readProof(inclusionPath(2, 9), async (ids) => LEAVES.slice(0, ids.length - 1)),
    ).rejects.toThrow(RangeError);
  });

  it('have exact paths in trees past 32 bits', () => {
    const huge = 2 ** 40;
    expect(inclusionPath(huge - 1, huge)).toHaveLength(40);
    expect(inclusionPath(huge - 2, huge - 1).at(-1)).toEqual([{ level: 39, index: 0 }]);
    expect(frontierIds(2 ** 33 + 1)).toEqual([
      { level: 33, index: 0 },
      { level: 0, index: 2 ** 33 },
    ]);
    expect(inclusionPath(0, Number.MAX_SAFE_INTEGER)).toHaveLength(53);
    expect(frontierIds(Number.MAX_SAFE_INTEGER)).toHaveLength(53);
  });
});

describe('consistency proofs', () => {
  it('are those of the definition, and verify', async () => {
    await fc.assert(
      fc.asyncProperty(twoSizes, async ({ m, n }) => {
        const proof = await readProof(consistencyPath(m, n), read);
        const expected = m === 0 ? [] : naiveConsistency(m, CONTENTS.slice(0, n));
        expect(proof.map(hex)).toEqual(expected.map(hex));
        expect(verifyConsistency({ size: m, root: rootAt(m) }, { size: n, root: rootAt(n) }, proof)).toBe(
          true,
        );
      }),
      { numRuns: 200 },
    );
  });

  it('hold between every two sizes up to 40', async () => {
    for (let n = 0; n <= 40; n += 1) {
      for (let m = 0; m <= n; m += 1) {
        const proof = await readProof(consistencyPath(m, n), read);
        expect(verifyConsistency({ size: m, root: rootAt(m) }, { size: n, root: rootAt(n) }, proof)).toBe(
          true,
        );
      }
    }
  });

  it('do not verify with another bit, root, size or length', async () => {
    await fc.assert(
      fc.asyncProperty(twoSizes, fc.nat(255), fc.nat(20), async ({ m, n }, bit, which) => {
        fc.pre(m > 0 && m < n);
        const proof = await readProof(consistencyPath(m, n), read);
        const earlier = { size: m, root: rootAt(m) };
        const later = { size: n, root: rootAt(n) };
        expect(verifyConsistency({ size: m, root: flipBit(earlier.root, bit) }, later, proof)).toBe(false);
        expect(verifyConsistency(earlier, { size: n, root: flipBit(later.root, bit) }, proof)).toBe(false);
        expect(verifyConsistency(earlier, later, flip(proof, which, bit))).toBe(false);
        expect(verifyConsistency(earlier, later, proof.slice(1))).toBe(false);
        expect(verifyConsistency(earlier, later, proof.slice(0, -1))).toBe(false);
        expect(verifyConsistency(earlier, later, [...proof, later.root])).toBe(false);
        expect(verifyConsistency(later, earlier, proof)).toBe(false);
      }),
    );
  });

  it('do not verify between a tree and one whose history was rewritten', async () => {
    const rewritten = appendLeaves(EMPTY_EDGE, LEAVES.with(3, leafHash(new TextEncoder().encode('forged'))));
    const nodes = new Map(rewritten.nodes.map((node) => [keyOf(node), node.hash]));
    const proof = await readProof(consistencyPath(10, 20), async (ids) =>
      ids.flatMap((id) => nodes.get(keyOf(id)) ?? []),
    );
    const later = { size: 20, root: rewritten.roots[19] ?? emptyRoot() };
    expect(verifyConsistency({ size: 10, root: rewritten.roots[9] ?? emptyRoot() }, later, proof)).toBe(true);
    expect(verifyConsistency({ size: 10, root: rootAt(10) }, later, proof)).toBe(false);
  });

  it('from the empty tree and to the same size are empty, and say no more than the roots do', () => {
    const head = { size: 5, root: rootAt(5) };
    expect(verifyConsistency({ size: 0, root: emptyRoot() }, head, [])).toBe(true);
    expect(verifyConsistency({ size: 0, root: rootAt(1) }, head, [])).toBe(false);
    expect(verifyConsistency({ size: 0, root: emptyRoot() }, head, [rootAt(1)])).toBe(false);
    expect(verifyConsistency(head, head, [rootAt(1)])).toBe(false);
    expect(verifyConsistency(head, { size: 5, root: rootAt(4) }, [])).toBe(false);
  });

  it.each([
    [2, 1],
    [-1, 3],
    [1.5, 3],
    [1, Number.NaN],
    [1, 2 ** 53],
  ])('are refused from %d to %d', (m, n) => {
    expect(() => consistencyPath(m, n)).toThrow(RangeError);
    expect(verifyConsistency({ size: m, root: rootAt(1) }, { size: n, root: rootAt(2) }, [])).toBe(false);
  });
});
