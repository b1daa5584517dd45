/** Which changes of the description break a program that was written for the former one. */
import type { ApiDocument, ApiOperation, MediaType, Parameter } from '../../gateway/openapi/open-api.ts';
import { type Direction, schemaChanges, type Versions } from './schema-changes.ts';

/** One line for each, led by the operation. */
export function apiChanges(former: ApiDocument, present: ApiDocument): string[] {
  const versions = { former: former.components.schemas, present: present.components.schemas };
  return Object.entries(former.paths).flatMap(([route, item]) =>
    Object.entries(item).flatMap(([method, operation]) => {
      const place = `${method.toUpperCase()} ${route}`;
      const now = present.paths[route]?.[method];
      return now === undefined ? [`${place}: removed`] : operationChanges(versions, place, operation, now);
    }),
  );
}

function operationChanges(
  versions: Versions,
  place: string,
  former: ApiOperation,
  present: ApiOperation,
): string[] {
  return [
    ...(former.operationId === present.operationId ? [] : [`${place}: is called ${present.operationId} now`]),
    ...securityChanges(place, former, present),
    ...parameterChanges(versions, place, former, present),
    ...bodyChanges(versions, place, former, present),
    ...responseChanges(versions, place, former, present),
  ];
}

/** Every way in that there was must still be one: an empty one is a caller without a credential. */
function securityChanges(
  place: string,
  { security: was }: ApiOperation,
  { security: is }: ApiOperation,
): string[] {
  const ways = new Set(is.map((one) => Object.keys(one).toSorted().join(' and ')));
  const gone = was.map((one) => Object.keys(one).toSorted().join(' and ')).filter((way) => !ways.has(way));
  return gone.map((way) => `${place}: no longer opens to ${way === '' ? 'anybody' : way}`);
}

function parameterChanges(
  versions: Versions,
  place: string,
  former: ApiOperation,
  present: ApiOperation,
): string[] {
  const [was, is] = [former.parameters ?? [], present.parameters ?? []];
  const changed = was.flatMap((one) => {
    const at = nameOf(place, one);
    const now = is.find((other) => nameOf(place, other) === at);
    if (now === undefined) return [`${at}: removed`];
    const needed = !one.required && now.required ? [`${at}: is required now`] : [];
    return [...needed, ...schemaChanges(versions, 'request', at, one.schema, now.schema)];
  });
  const added = is.filter(
    (one) => one.required && !was.some((other) => nameOf(place, other) === nameOf(place, one)),
  );
  return [...changed, ...added.map((one) => `${nameOf(place, one)}: is required now`)];
}

function nameOf(place: string, { in: where, name }: Parameter): string {
  return `${place} ${where} ${name}`;
}

function bodyChanges(
  versions: Versions,
  place: string,
  former: ApiOperation,
  present: ApiOperation,
): string[] {
  const [was, is] = [former.requestBody, present.requestBody];
  if (was === undefined) return is?.required ? [`${place} body: is required now`] : [];
  if (is === undefined) return [`${place} body: removed`];
  const needed = !was.required && is.required ? [`${place} body: is required now`] : [];
  return [...needed, ...contentChanges(versions, 'request', `${place} body`, was.content, is.content)];
}

function responseChanges(
  versions: Versions,
  place: string,
  former: ApiOperation,
  present: ApiOperation,
): string[] {
  return Object.entries(former.responses).flatMap(([status, was]) => {
    const at = `${place} ${status}`;
    const is = present.responses[status];
    if (is === undefined) return [`${at}: removed`];
    const headers = Object.keys(was.headers).filter((name) => is.headers[name] === undefined);
    return [
      ...headers.map((name) => `${at} header ${name}: removed`),
      ...contentChanges(versions, 'response', at, was.content, is.content),
    ];
  });
}

type Content = Readonly<Record<string, MediaType>>;

/** The types of media must stay; one schema stands for all of them. */
function contentChanges(
  versions: Versions,
  direction: Direction,
  at: string,
  was: Content,
  is: Content,
): string[] {
  const gone = Object.keys(was).filter((type) => is[type] === undefined);
  const [one, other] = [was[JSON_TYPE], is[JSON_TYPE]];
  const changes = one && other ? schemaChanges(versions, direction, at, one.schema, other.schema) : [];
  return [...gone.map((type) => `${at}: no longer ${type}`), ...changes];
}

const JSON_TYPE = 'application/json';
