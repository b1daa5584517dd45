/**
 * The order in which an object's members are written, cached by shape: sorting keys is most of the work of
 * canonical encoding, and our records have few shapes.
 */
import { CanonicalError } from './canonical-error.ts';

/** A member's key and its encoded bytes. */
export interface ShapeMember {
  readonly key: string;
  readonly bytes: Uint8Array;
}

/** A trie over keys in the order in which objects list them; a node that ends a shape holds its sorted members. */
interface ShapeNode {
  readonly next: Map<string, ShapeNode>;
  members: readonly ShapeMember[] | null;
}

/** Nodes kept at most; a stranger's bodies cannot make the trie grow past it, it starts anew. */
const MAX_NODES = 8_192;
/** Objects with more members are dictionaries rather than records: their shape is not cached. */
const MAX_MEMBERS = 64;

let root: ShapeNode = { next: new Map(), members: null };
let nodes = 1;

/**
 * The members to write, in bytewise order of their encoded keys. Undefined members are left out.
 * @param encodeKey gives a key's bytes, head included
 */
export function membersOf(
  value: Readonly<Record<string, unknown>>,
  encodeKey: (key: string) => Uint8Array,
): readonly ShapeMember[] {
  const keys = Object.keys(value);
  if (keys.length > MAX_MEMBERS) return sortMembers(present(value, keys), encodeKey);
  let node = root;
  for (const key of keys) {
    if (value[key] !== undefined) node = node.next.get(key) ?? grow(node, key);
  }
  node.members ??= sortMembers(present(value, keys), encodeKey);
  return node.members;
}

function present(value: Readonly<Record<string, unknown>>, keys: readonly string[]): string[] {
  return keys.filter((key) => value[key] !== undefined);
}

function grow(parent: ShapeNode, key: string): ShapeNode {
  const node: ShapeNode = { next: new Map(), members: null };
  if (nodes >= MAX_NODES) {
    // The path walked so far stays usable for this object; the next one starts from the new root.
    root = { next: new Map(), members: null };
    nodes = 1;
  }
  parent.next.set(key, node);
  nodes += 1;
  return node;
}

function sortMembers(keys: readonly string[], encodeKey: (key: string) => Uint8Array): ShapeMember[] {
  return keys
    .map((key) => ({ key, bytes: encodeKey(checkedKey(key)) }))
    .sort((a, b) => Buffer.compare(a.bytes, b.bytes));
}

function checkedKey(key: string): string {
  if (key === '__proto__') throw new CanonicalError('key_name', 'a member may not be named __proto__');
  return key;
}
