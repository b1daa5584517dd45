/** Texts of source files, by their syntax trees. */
import { readFile } from 'node:fs/promises';
import { parseSync } from 'vite';

export interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly [member: string]: unknown;
}

/**
 * @param path of a TypeScript file, with JSX where it ends in `.tsx`
 * @param source what stands there, where no file does
 */
export async function parsed(
  path: string,
  source?: string,
): Promise<{ readonly tree: SyntaxNode; readonly text: string }> {
  const text = source ?? (await readFile(path, 'utf8'));
  const { program, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path} does not parse: ${errors[0]?.message}`);
  return { tree: program as unknown as SyntaxNode, text };
}

/** Every node with those that it stands in, the outermost first. */
export function* walk(
  node: SyntaxNode,
  above: readonly SyntaxNode[] = [],
): Generator<{
  readonly node: SyntaxNode;
  readonly above: readonly SyntaxNode[];
}> {
  yield { node, above };
  const within = [...above, node];
  for (const child of Object.values(node).flat()) if (isNode(child)) yield* walk(child, within);
}

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && typeof Reflect.get(value, 'type') === 'string';
}

/** The text of a literal, each place of a template as `{}`; null for any other node. */
export function textOf(node: SyntaxNode): string | null {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node.type !== 'TemplateLiteral') return null;
  const quasis = node.quasis as readonly { readonly value: { readonly cooked: string } }[];
  return quasis.map(({ value }) => value.cooked).join('{}');
}
