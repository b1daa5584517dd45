/** Exported types of the product, and the names that more than one file exports. */
import type { RepositoryText } from './repository-text.ts';

const PRODUCT = /^(?:bff|bin|engine|eval|gateway|graph)\/.+\.tsx?$/;
const DECLARATION = /^export (?:declare )?(?:abstract )?(?:interface|type|class|enum) ([A-Z]\w*)/gm;
/** A list of exported names, as `export type { A, B as C }`. */
const LIST = /^export (type )?\{([^}]*)\}/gm;
/** The page sees its server through inferred types: each has the name of the server's type that it is inferred from. */
const INFERRED = 'bff/web/trpc.ts';

/** By name the files that export a type of it, both in order; names of one file are left out. */
export function sharedTypeNames(files: readonly RepositoryText[]): ReadonlyMap<string, readonly string[]> {
  const holders = new Map<string, string[]>();
  for (const { path, text } of files) {
    if (!PRODUCT.test(path) || path === INFERRED) continue;
    for (const name of new Set(exportedTypes(text))) holders.set(name, [...(holders.get(name) ?? []), path]);
  }
  return new Map(
    [...holders].filter(([, paths]) => paths.length > 1).toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );
}

function exportedTypes(text: string): readonly string[] {
  const declared = [...text.matchAll(DECLARATION)].map(([, name = '']) => name);
  return [
    ...declared,
    ...[...text.matchAll(LIST)].flatMap(([, isType, list = '']) => listed(list, isType !== undefined)),
  ];
}

function listed(list: string, isTypeList: boolean): readonly string[] {
  return list
    .split(',')
    .map((one) => one.trim())
    .filter((one) => isTypeList || one.startsWith('type '))
    .map((one) => one.split(/\s+/).at(-1) ?? '')
    .filter((name) => name !== '');
}
