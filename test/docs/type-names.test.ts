/** One exported type name, one idea: a type of the wire that the engine has too ends in `V1`, as its schema's id does. */
import { describe, expect, it } from 'vitest';
import { repositoryTexts } from './repository-text.ts';
import { sharedTypeNames } from './type-names.ts';

describe('the names of exported types', () => {
  it('are each exported by one file', async () => {
    const shared = [...sharedTypeNames(await repositoryTexts())];
    expect(shared, 'name each by what it holds, or import one from the other').toEqual([]);
  });
});

describe('the search for shared names', () => {
  const shared = (...texts: readonly string[]) => [
    ...sharedTypeNames(texts.map((text, index) => ({ path: `engine/${index}.ts`, text }))).keys(),
  ];

  it.each([
    ['two interfaces', 'export interface Page {}', 'export interface Page {}'],
    ['an interface and a type', 'export interface Page {}', 'export type Page = string;'],
    ['a generic type and a class', 'export type Page<T> = T[];', 'export class Page {}'],
    ['an abstract class and an interface', 'export abstract class Page {}', 'export interface Page {}'],
    ['a type that is exported again', 'export interface Page {}', "export type { Page } from './0.ts';"],
    [
      'a type that is exported under another name',
      'export interface Page {}',
      'export { type Leaf as Page };',
    ],
    ['a declaration behind others', 'export interface Page {}', 'const a = 1;\nexport type Page = string;'],
  ])('finds %s', (_, ...texts) => {
    expect(shared(...texts)).toEqual(['Page']);
  });

  it.each([
    ['a type that its file alone sees', 'export interface Page {}', 'interface Page {}'],
    ['a name that begins alike', 'export interface Page {}', 'export interface PageRow {}'],
    ['a value of the name', 'export interface Page {}', 'export { Page };'],
    ['an overloaded declaration in one file', 'export interface Page {}\nexport interface Page {}', ''],
  ])('leaves alone %s', (_, ...texts) => {
    expect(shared(...texts)).toEqual([]);
  });

  it('reads the product alone, without the inferred types of the page', () => {
    const text = 'export interface Page {}';
    const paths = ['engine/page.ts', 'test/page.ts', 'bench/page.ts', 'bff/web/trpc.ts'];
    expect(sharedTypeNames(paths.map((path) => ({ path, text })))).toEqual(new Map());
  });
});
