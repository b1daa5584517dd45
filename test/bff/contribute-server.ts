/** A server with answers that visitors of two organisations contribute to, for the tests of a file. */
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { CONTRIBUTE } from '../../bff/features.ts';
import { writeInvitation } from '../../bff/invitation.ts';
import { openSqliteRecords } from '../../bff/records/open-sqlite.ts';
import { openSessionKey } from '../../bff/session-key.ts';
import { ingestInto, jsonLines } from '../engine/documents.ts';
import { type Visitor, visitor } from './browser.ts';
import { claimsOf, dataFolder, startWholeServer, type WholeServer } from './whole-server.ts';

const DAY = '2026-09-28';
const LATER = 'Saturn has 145 known moons.';
/** A question for each test, so that none changes the verdict of another's answer. */
const PLANETS = ['Saturn', 'Jupiter', 'Uranus', 'Neptune', 'Mars', 'Pluto', 'Ceres'] as const;
type Planet = (typeof PLANETS)[number];

let folder: Awaited<ReturnType<typeof dataFolder>>;
export let server: WholeServer;
export let records: Awaited<ReturnType<typeof openSqliteRecords>>;

/** One server for the tests of a file. */
export function serveContributions(): void {
  beforeAll(async () => {
    folder = await dataFolder();
    server = await startWholeServer({ folder: folder.path });
    const documents = PLANETS.map((planet, at) => ({
      id: planet.toLowerCase(),
      text: `${planet} has ${60 + at} known moons.`,
      domain: `${planet.toLowerCase()}.example`,
      day: DAY,
      title: `About ${planet}`,
    }));
    await ingestInto(server.engine, 'sky', [jsonLines(documents)]);
    const recount = { id: 'recount', text: LATER, domain: 'recount.example', day: DAY, title: 'A recount' };
    await ingestInto(server.engine, 'elsewhere', [jsonLines([recount])]);
    records = await openSqliteRecords(join(folder.path, 'bff.sqlite'));
    for (const org of ['acme', 'rival']) await records.entitle(org, CONTRIBUTE, 'team', true);
  });
  afterAll(async () => {
    await records[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
    await folder[Symbol.asyncDispose]();
  });
}

export interface Asker {
  readonly reader: Visitor;
  readonly answerId: string;
  readonly claim: string;
  /** The document that the answer quotes. */
  readonly artefact: string;
}

export async function asker(planet: Planet, org: string | null = 'acme'): Promise<Asker> {
  const reader = visitor(server.url);
  if (org !== null) await joins(reader, org);
  const { body } = await reader.send('POST', '/api/answers', { q: `How many moons does ${planet} have?` });
  const [claim = ''] = await claimsOf(server, body.answer_id);
  return { reader, answerId: body.answer_id, claim, artefact: body.evidence_set.artefact_ids[0] };
}

async function joins(reader: Visitor, org: string): Promise<void> {
  const key = await openSessionKey(folder.path);
  const now = Date.parse(server.clock.now());
  const invitation = writeInvitation(key, { org, issued: now, expires: now + 60_000 });
  await reader.send('POST', '/api/session/organisations', { invitation });
}

export const DRAFT = 'd'.repeat(16);
export const PAGE = { url: 'https://recount.example/2026' };
const SAYING_NOTHING: ReadonlySet<string> = new Set(['vectors.finished', 'key.minted']);
export const QUOTE = 'Nobody has counted more than twenty.';

export function dispute({ answerId, claim }: Asker, more: object = {}) {
  return { answer_id: answerId, claim, stance: 'dispute', source: PAGE, quote: QUOTE, ...more };
}

export const suppose = ({ reader }: Asker, body: object) =>
  reader.send('POST', '/api/contributions/dry-run', body);
export const append = ({ reader }: Asker, body: object) =>
  reader.send('POST', '/api/contributions', { draft: DRAFT, ...body });

/** Entries of the log that say something: vectors, and a token of the organisation, are made when they are first needed. */
export async function size(): Promise<number> {
  const entries = await server.engine.store.entries({ after: -1, limit: 10_000, types: null });
  return entries.filter(({ entry }) => !SAYING_NOTHING.has(entry.body.type)).length;
}
