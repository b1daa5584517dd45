/** Which change of a type breaks a program that was written for the former one. */
import { isDeepStrictEqual } from 'node:util';
import type { JsonSchema } from '../../gateway/openapi/open-api.ts';

type Schemas = Readonly<Record<string, JsonSchema>>;

/** Who reads values of the type: the server those of a request, programs those of a response. */
export type Direction = 'request' | 'response';

/** Two versions of a description's named types. */
export interface Versions {
  readonly former: Schemas;
  readonly present: Schemas;
}

/** Bounds by what they do to the values that fit: those that a greater number lets fewer of, and those that more. */
const LEAST = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties'] as const;
const MOST = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties'] as const;
/** What is only compared as a whole: none of them says whether it takes more or fewer values than another. */
const FORMS = [
  'pattern',
  'format',
  'const',
  'multipleOf',
  'contentEncoding',
  'contentMediaType',
  'propertyNames',
] as const;

/**
 * One line for each breaking change, led by its place. A request may take more and not less; a response may hold more
 * members and not other values. A form that differs breaks a request, and a response too where it is not a new one.
 */
export function schemaChanges(
  versions: Versions,
  direction: Direction,
  place: string,
  former: JsonSchema,
  present: JsonSchema,
): string[] {
  const compare = new Comparison(versions, direction);
  return compare.types(place, former, present);
}

class Comparison {
  readonly #versions: Versions;
  readonly #direction: Direction;
  /** Pairs of named types under comparison: a type may hold itself. */
  readonly #open = new Set<string>();

  constructor(versions: Versions, direction: Direction) {
    this.#versions = versions;
    this.#direction = direction;
  }

  types(place: string, one: JsonSchema, other: JsonSchema): string[] {
    const key = `${place} ${one.$ref} ${other.$ref}`;
    if (this.#open.has(key) || this.#open.size > MAX_DEPTH) return [];
    this.#open.add(key);
    const former = resolved(one, this.#versions.former);
    const present = resolved(other, this.#versions.present);
    const changes = this.#resolvedTypes(place, former, present);
    this.#open.delete(key);
    return changes;
  }

  #resolvedTypes(place: string, former: JsonSchema, present: JsonSchema): string[] {
    if (kindOf(former) !== kindOf(present))
      return [`${place}: type changed from ${kindOf(former)} to ${kindOf(present)}`];
    return [
      ...this.#enums(place, former, present),
      ...this.#bounds(place, former, present),
      ...this.#forms(place, former, present),
      ...this.#members(place, former, present),
      ...this.#nested(`${place}[]`, former.items, present.items),
      ...this.#nested(`${place}.*`, former.additionalProperties, present.additionalProperties),
      ...this.#alternatives(place, former, present),
    ];
  }

  #enums(place: string, former: JsonSchema, present: JsonSchema): string[] {
    const [was, is] = [former.enum, present.enum];
    const [from, to] = this.#direction === 'request' ? [was, is] : [is, was];
    if (to === undefined) return [];
    if (from === undefined) {
      const values = to.map((value) => JSON.stringify(value)).join(', ');
      return [
        this.#direction === 'request'
          ? `${place}: takes only ${values} now`
          : `${place}: may now be other than ${values}`,
      ];
    }
    const verb = this.#direction === 'request' ? 'no longer takes' : 'may now be';
    return from
      .filter((value) => !to.includes(value))
      .map((value) => `${place}: ${verb} ${JSON.stringify(value)}`);
  }

  #bounds(place: string, former: JsonSchema, present: JsonSchema): string[] {
    const narrowed = this.#direction === 'request' ? present : former;
    const widened = this.#direction === 'request' ? former : present;
    const isNarrower = (bound: (typeof LEAST)[number] | (typeof MOST)[number], sign: 1 | -1) =>
      narrowed[bound] !== undefined &&
      sign * Number(narrowed[bound]) > sign * Number(widened[bound] ?? -sign * Infinity);
    const changed = [
      ...LEAST.filter((bound) => isNarrower(bound, 1)),
      ...MOST.filter((bound) => isNarrower(bound, -1)),
    ];
    return changed.map((bound) => `${place}: ${bound} changed from ${former[bound]} to ${present[bound]}`);
  }

  #forms(place: string, former: JsonSchema, present: JsonSchema): string[] {
    return FORMS.filter((form) => {
      const isNew = former[form] === undefined;
      const isGone = present[form] === undefined;
      if (isNew && isGone) return false;
      // A request that loses a form takes more, a response that gains one says less.
      if (this.#direction === 'request' ? isGone : isNew) return false;
      return !isDeepStrictEqual(former[form], present[form]);
    }).map((form) => `${place}: ${form} changed`);
  }

  #members(place: string, former: JsonSchema, present: JsonSchema): string[] {
    const [was, is] = [former.properties ?? {}, present.properties ?? {}];
    const changes = Object.entries(was).flatMap(([name, member]) => {
      const now = is[name];
      const at = `${place}.${name}`;
      if (now === undefined) return [`${at}: removed`];
      return [
        ...this.#needs(at, isRequired(former, name), isRequired(present, name)),
        ...this.#nested(at, member, now),
      ];
    });
    const added = Object.keys(is).filter((name) => was[name] === undefined && isRequired(present, name));
    const needed = this.#direction === 'request' ? added : [];
    return [...changes, ...needed.map((name) => `${place}.${name}: is required now`)];
  }

  #needs(at: string, was: boolean, is: boolean): string[] {
    if (this.#direction === 'request') return !was && is ? [`${at}: is required now`] : [];
    return was && !is ? [`${at}: may be absent now`] : [];
  }

  #nested(place: string, former: unknown, present: unknown): string[] {
    if (isSchema(former) && isSchema(present)) return this.types(place, former, present);
    const isClosed = this.#direction === 'request' && former !== false && present === false;
    return isClosed ? [`${place}: takes no other members now`] : [];
  }

  /** Each former alternative of a request must have its like; each present one of a response must have had it. */
  #alternatives(place: string, former: JsonSchema, present: JsonSchema): string[] {
    const [from, to] = [former.anyOf ?? [], present.anyOf ?? []];
    const [each, among] = this.#direction === 'request' ? [from, to] : [to, from];
    const verb = this.#direction === 'request' ? 'no longer takes' : 'may now be';
    return each.filter(isSchema).flatMap((one) => {
      const like = among.filter(isSchema).some((two) => {
        const [was, is] = this.#direction === 'request' ? [one, two] : [two, one];
        return this.types(place, was, is).length === 0;
      });
      return like ? [] : [`${place}: ${verb} ${kindOf(resolved(one, {}))}`];
    });
  }
}

/** Deeper than any type of ours: one that holds itself ends here. */
const MAX_DEPTH = 64;

function resolved(schema: JsonSchema, schemas: Schemas): JsonSchema {
  const name = schema.$ref?.split('/').at(-1);
  return name === undefined ? schema : (schemas[name] ?? schema);
}

function kindOf({ type, anyOf, $ref }: JsonSchema): string {
  if (anyOf !== undefined) return 'one of several';
  return String(type ?? $ref ?? 'anything');
}

function isRequired({ required = [] }: JsonSchema, name: string): boolean {
  return required.includes(name);
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
