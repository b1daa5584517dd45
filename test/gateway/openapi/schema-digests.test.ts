import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { JsonSchema } from '../../../gateway/openapi/open-api.ts';
import { schemaDigests } from '../../../gateway/openapi/schema-digests.ts';
import { DESCRIPTION } from './description.ts';

const { schemas: SCHEMAS } = DESCRIPTION.components;
const DIGESTS = schemaDigests(SCHEMAS);

type Schemas = Record<string, JsonSchema>;

/** The types whose digest a change moves. */
function moved(change: (schemas: Schemas) => void): string[] {
  const schemas = structuredClone(SCHEMAS) as Schemas;
  change(schemas);
  const after = schemaDigests(schemas);
  return Object.keys(DIGESTS).filter((name) => after[name] !== DIGESTS[name]);
}

/** The type and every type that contains it, over however many others. */
function holdersOf(name: string): string[] {
  return Object.keys(SCHEMAS).filter((one) => one === name || contains(one, name));
}

function contains(outer: string, inner: string): boolean {
  const names = [...JSON.stringify(SCHEMAS[outer]).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(
    ([, name]) => name!,
  );
  return names.includes(inner) || names.some((name) => contains(name, inner));
}

function members(schemas: Schemas, name: string): Record<string, JsonSchema> {
  return schemas[name]!.properties as Record<string, JsonSchema>;
}

it('each named type has a digest of 64 hex digits, and no two have one', () => {
  expect(Object.keys(DIGESTS)).toEqual(Object.keys(SCHEMAS));
  expect(Object.keys(DIGESTS)).toEqual(
    expect.arrayContaining(['EnvelopeV1', 'SessionPlanV1', 'PointerV1', 'AnnotationV1', 'LedgerEntryV1']),
  );
  for (const digest of Object.values(DIGESTS)) expect(digest).toMatch(/^[0-9a-f]{64}$/);
  expect(new Set(Object.values(DIGESTS)).size).toBe(Object.keys(DIGESTS).length);
});

it('another process finds the same digests', () => {
  const folder = join(import.meta.dirname, '../../../gateway');
  const script = `
    const { createOperations } = await import(${JSON.stringify(join(folder, 'operations/operations.ts'))});
    const { componentSchemas } = await import(${JSON.stringify(join(folder, 'openapi/component-schemas.ts'))});
    const { schemaDigests } = await import(${JSON.stringify(join(folder, 'openapi/schema-digests.ts'))});
    console.log(JSON.stringify(schemaDigests(componentSchemas(createOperations().map(({ contract }) => contract)))));`;
  const printed = execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
  expect(JSON.parse(printed)).toEqual(DIGESTS);
});

describe('a changed rule changes the digests of the types that contain it, and of no other', () => {
  it.each<[string, string, (schemas: Schemas) => void]>([
    [
      'an added member',
      'BudgetV1',
      (all) => Object.assign(members(all, 'BudgetV1'), { more: { type: 'string' } }),
    ],
    ['a removed member', 'ReceiptV1', (all) => delete members(all, 'ReceiptV1').class],
    [
      'a renamed member',
      'PointerV1',
      (all) => {
        const { score, ...rest } = members(all, 'PointerV1');
        all.PointerV1!.properties = { ...rest, rank: score! };
      },
    ],
    ['a required member that is optional now', 'AnnotationV1', (all) => all.AnnotationV1!.required!.pop()],
    [
      'an optional member that is required now',
      'PointerV1',
      (all) => all.PointerV1!.required!.push('belief'),
    ],
    ['a bound', 'FeedbackV1', (all) => (members(all, 'FeedbackV1').max_score_delta!.maximum = 2)],
    [
      'a bound that is gone',
      'AgentSearchRequestV1',
      (all) => delete members(all, 'AgentSearchRequestV1').q!.maxLength,
    ],
    ['a value of an enum', 'BeliefV1', (all) => members(all, 'BeliefV1').state!.enum!.push('unknown')],
    ['a type', 'SpendV1', (all) => (members(all, 'SpendV1').cost!.type = 'number')],
    ['a pattern', 'ReceiptV1', (all) => (members(all, 'ReceiptV1').hash!.pattern = '^[0-9A-F]{64}$')],
    ['a default', 'AskRequestV1', (all) => (members(all, 'AskRequestV1').k!.default = 11)],
    ['a closed object', 'CoverageV1', (all) => (all.CoverageV1!.additionalProperties = false)],
    [
      'a member called description',
      'ErrorV1',
      (all) => Object.assign(members(all, 'ErrorV1'), { description: {} }),
    ],
  ])('%s of %s', (_, name, change) => {
    expect(moved(change)).toEqual(holdersOf(name));
    expect(holdersOf(name).length).toBeLessThan(Object.keys(SCHEMAS).length);
  });

  it('a receipt is in every response, and in no request', () => {
    const holders = holdersOf('ReceiptV1');
    expect(holders.filter((name) => name.includes('Request'))).toEqual([]);
    for (const name of Object.keys(SCHEMAS)) if (name.includes('Response')) expect(holders).toContain(name);
  });
});

describe('what is no rule changes no digest', () => {
  it.each<[string, (schemas: Schemas) => void]>([
    ['a description', (all) => (all.EnvelopeV1!.description = 'Other words.')],
    ['a member’s description', (all) => (members(all, 'ErrorV1').message!.description = 'Other words.')],
    ['an added description', (all) => (members(all, 'ReceiptV1').hash!.description = 'New words.')],
    ['an example', (all) => (all.PointerV1!.examples = [{ addr: 'wx://a/claim/b' }])],
    ['a title', (all) => (all.PointerV1!.title = 'Pointer')],
    ['the order of members', (all) => (all.BudgetV1!.properties = reversed(all.BudgetV1!.properties!))],
    ['the order of required members', (all) => all.BudgetV1!.required!.reverse()],
    ['the order of keywords', (all) => (all.BudgetV1 = reversed(all.BudgetV1!))],
  ])('%s', (_, change) => {
    expect(moved(change)).toEqual([]);
  });
});

function reversed<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).reverse()) as T;
}
