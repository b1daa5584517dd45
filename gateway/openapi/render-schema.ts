/** A JSON Schema as a person reads it: one word for the type, the rules behind it, a table of members. */

import { html, type Markup, NOTHING, prose } from '../markup.ts';
import { referredName } from './component-schemas.ts';
import type { JsonSchema } from './open-api.ts';

/** The table of an object's members, and of those within them; of any other schema its type. */
export function renderSchema(schema: JsonSchema): Markup {
  if (schema.properties === undefined) return html`<p>${typeOf(schema)} ${rulesOf(schema)}</p>`;
  const members = membersOf(schema);
  if (members.length === 0) return html`<p>An object without members.</p>`;
  const rows = members.map(({ path, member, isRequired }) => {
    return html`<tr><th scope="row"><code>${path}</code></th><td>${typeOf(member)}${isRequired ? NOTHING : html` <i>optional</i>`} ${rulesOf(member)}</td><td>${prose(member.description ?? '')}</td></tr>`;
  });
  return html`<div class="wide" tabindex="0" role="group" aria-label="Members"><table><thead><tr><th scope="col">Member</th><th scope="col">Type</th><th scope="col">Meaning</th></tr></thead><tbody>${rows}</tbody></table></div>`;
}

interface Member {
  /** From the type's own root: `budget.dropped.kinds`. */
  readonly path: string;
  readonly member: JsonSchema;
  readonly isRequired: boolean;
}

function membersOf(schema: JsonSchema, prefix = ''): Member[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, member]) => {
    if (typeof member === 'boolean') return [];
    const path = `${prefix}${name}`;
    const isRequired = schema.required?.includes(name) ?? false;
    return [{ path, member, isRequired }, ...membersOf(member, `${path}.`), ...itemsOf(member, path)];
  });
}

function itemsOf({ items }: JsonSchema, path: string): Member[] {
  return isSchema(items) ? membersOf(items, `${path}[].`) : [];
}

/** In a few words, with links to the types that have names. */
export function typeOf(schema: JsonSchema): Markup {
  if (schema.$ref !== undefined) {
    const name = referredName(schema.$ref);
    return html`<a href="#${name}">${name}</a>`;
  }
  if (schema.const !== undefined) return html`<code>${JSON.stringify(schema.const)}</code>`;
  if (schema.enum !== undefined)
    return oneOf(schema.enum.map((value) => html`<code>${String(value)}</code>`));
  if (schema.anyOf !== undefined) return oneOf(schema.anyOf.filter(isSchema).map(typeOf));
  if (isSchema(schema.items)) return html`list of ${typeOf(schema.items)}`;
  if (isSchema(schema.additionalProperties) && schema.properties === undefined) {
    return html`map to ${typeOf(schema.additionalProperties)}`;
  }
  return html`${[schema.format ?? schema.type ?? 'anything'].flat().join(' or ')}`;
}

function oneOf(types: readonly Markup[]): Markup {
  const [first = NOTHING, ...others] = types;
  return html`${first}${others.map((type) => html` or ${type}`)}`;
}

/** Bounds and forms; a pattern that only spells out a format is left out. */
export function rulesOf(schema: JsonSchema): Markup {
  const { minimum, maximum, minLength, maxLength, minItems, maxItems, pattern, format } = schema;
  const rules = [
    ...range('', minimum, maximum === Number.MAX_SAFE_INTEGER ? undefined : maximum),
    ...range('characters: ', minLength, maxLength),
    ...range('items: ', minItems, maxItems),
    ...(schema.default === undefined ? [] : [html`default <code>${JSON.stringify(schema.default)}</code>`]),
    ...(pattern === undefined || format !== undefined ? [] : [html`<code class="pattern">${pattern}</code>`]),
  ];
  return html`${rules.map((rule) => html`<small>${rule}</small> `)}`;
}

function range(unit: string, least: number | undefined, most: number | undefined): Markup[] {
  if (least === undefined && most === undefined) return [];
  if (most === undefined) return [html`${unit}at least ${least ?? 0}`];
  return [least === undefined ? html`${unit}at most ${most}` : html`${unit}${least} to ${most}`];
}

function isSchema(schema: unknown): schema is JsonSchema {
  return typeof schema === 'object' && schema !== null && !Array.isArray(schema);
}
