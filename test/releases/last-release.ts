/** The description of the last release, and what may not be said of the present one without a new major version. */
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildSchema, findBreakingChanges } from 'graphql';
import type { ApiDocument } from '../../gateway/openapi/open-api.ts';
import { apiChanges } from './api-changes.ts';

const RELEASES = join(import.meta.dirname, '../../docs/releases');

/** What a version says of itself. */
export interface Described {
  readonly version: string;
  readonly api: ApiDocument;
  /** The GraphQL schema in its own language. */
  readonly graphql: string;
}

/** The folder of a version's description, under `docs/releases`. */
export function releaseFolder(version: string): string {
  return join(RELEASES, version);
}

/** Of the greatest version that has a folder in `releases`; null before the first release. */
export async function readLastRelease(releases = RELEASES): Promise<Described | null> {
  const versions = existsSync(releases) ? await readdir(releases) : [];
  const version = versions.toSorted(byVersion).at(-1);
  if (version === undefined) return null;
  const folder = join(releases, version);
  const api: ApiDocument = JSON.parse(await readFile(join(folder, 'openapi.json'), 'utf8'));
  return { version, api, graphql: await readFile(join(folder, 'schema.graphql'), 'utf8') };
}

/** One line for each change that breaks a program written for the former version. */
export function breakingChanges(former: Described, present: Described): string[] {
  const found = findBreakingChanges(buildSchema(former.graphql), buildSchema(present.graphql));
  return [
    ...apiChanges(former.api, present.api),
    ...found.map(({ description }) => `GraphQL: ${description}`),
  ];
}

/**
 * Why the breaking changes may not be released, null where they may: under a greater major version that the changelog
 * announces, with a line that begins with `Breaking:` in that version's own section.
 */
export function unannounced(former: Described, present: Described, changelog: string): string | null {
  const changes = breakingChanges(former, present);
  if (changes.length === 0) return null;
  const list = changes.map((change) => `\n- ${change}`).join('');
  if (majorOf(present.version) <= majorOf(former.version)) {
    return `${present.version} breaks what ${former.version} promised, within one major version:${list}`;
  }
  const section = changelog.split(/^## /m).find((one) => one.split('\n', 1)[0]?.includes(present.version));
  if (section !== undefined && /^- Breaking: /m.test(section)) return null;
  return `${present.version} breaks what ${former.version} promised, and CHANGELOG.md does not say so:${list}`;
}

function majorOf(version: string): number {
  return numbersOf(version)[0] ?? 0;
}

function byVersion(one: string, other: string): number {
  const [a, b] = [numbersOf(one), numbersOf(other)];
  return a.map((number, at) => number - (b[at] ?? 0)).find((difference) => difference !== 0) ?? 0;
}

function numbersOf(version: string): number[] {
  return version.split('.').map(Number);
}
