import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** A file that does not belong where it stands: its path, its text, what the linter must name it. */
type Planted = readonly [file: string, text: string];

const IMPORTS = 'lint/style/noRestrictedImports';
const PLUGIN = 'plugin';
const CIRCLE = 'lint/suspicious/noImportCycles';

const FORBIDDEN_IMPORTS: readonly Planted[] = [
  ['graph/up-to-engine.ts', "import { x } from '../engine/answer.ts';"],
  ['graph/log/up-to-gateway.ts', "import type { X } from '../../gateway/wire/envelope.ts';"],
  ['graph/up-to-bin.ts', "export const x = import('../bin/cli/main.ts');"],
  ['graph/to-embedded.ts', "import { x } from './embedded/store.ts';"],
  ['graph/log/to-neo4j.ts', "import { x } from '../neo4j/store.ts';"],
  ['graph/driver-embedded.ts', "import Database from 'better-sqlite3';"],
  ['graph/driver-neo4j.ts', "import type { Driver } from 'neo4j-driver';"],
  ['graph/files.ts', "import { readFile } from 'node:fs/promises';"],
  ['graph/scoped-package.ts', "import { initTRPC } from '@trpc/server';"],
  ['graph/embedded/other-driver.ts', "import neo4j from 'neo4j-driver';"],
  ['graph/embedded/other-adapter.ts', "import { x } from '../neo4j/store.ts';"],
  ['graph/embedded/up-to-engine.ts', "import { x } from '../../engine/answer.ts';"],
  ['graph/log/to-note-file.ts', "import { x } from '../note-file/note-file.ts';"],
  ['graph/note-file/other-driver.ts', "import neo4j from 'neo4j-driver';"],
  ['graph/note-file/other-adapter.ts', "import { x } from '../embedded/store.ts';"],
  ['engine/to-note-file.ts', "import { x } from '../graph/note-file/note-file.ts';"],
  ['graph/neo4j/other-driver.ts', "import Database from 'better-sqlite3';"],
  ['graph/neo4j/other-adapter.ts', "import { x } from '../embedded/store.ts';"],
  ['graph/neo4j/to-postgres.ts', "import { x } from '../postgres/open.ts';"],
  ['graph/embedded/to-postgres.ts', "import { x } from '../postgres/open.ts';"],
  ['graph/driver-postgres.ts', "import { Pool } from 'pg';"],
  ['graph/log/to-postgres.ts', "import { x } from '../postgres/open.ts';"],
  ['graph/postgres/other-driver.ts', "import neo4j from 'neo4j-driver';"],
  ['graph/postgres/other-adapter.ts', "import { x } from '../neo4j/open.ts';"],
  ['graph/postgres/up-to-engine.ts', "import { x } from '../../engine/answer.ts';"],
  ['graph/shared-log/to-adapter.ts', "import { x } from '../postgres/open.ts';"],
  ['graph/shared-log/driver.ts', "import { Pool } from 'pg';"],
  ['graph/shared-log/files.ts', "import { readFile } from 'node:fs/promises';"],
  ['graph/log/to-shared-log.ts', "import { x } from '../shared-log/open.ts';"],
  ['engine/to-shared-log.ts', "import { x } from '../graph/shared-log/open.ts';"],
  ['engine/to-postgres.ts', "import { x } from '../graph/postgres/open.ts';"],
  ['gateway/rest/to-postgres.ts', "import { x } from '../../graph/postgres/open.ts';"],
  ['gateway/driver-postgres.ts', "import { Pool } from 'pg';"],
  ['bin/cli/driver-postgres.ts', "import { Pool } from 'pg';"],
  ['graph/driver-redis.ts', "import { createClient } from '@redis/client';"],
  ['graph/nudge/to-servers.ts', "import { x } from '../nudge-servers/open.ts';"],
  ['graph/nudge-servers/other-driver.ts', "import { Pool } from 'pg';"],
  ['graph/nudge-servers/other-adapter.ts', "import { x } from '../postgres/open.ts';"],
  ['engine/to-nudge-servers.ts', "import { x } from '../graph/nudge-servers/open.ts';"],
  ['gateway/driver-nats.ts', "import { connect } from '@nats-io/transport-node';"],
  ['bin/cli/driver-redis.ts', "import { createClient } from '@redis/client';"],
  ['graph/neo4j/up-to-gateway.ts', "import { x } from '../../gateway/rest/answers.ts';"],
  ['engine/up-to-eval.ts', "import { x } from '../eval/train/logistic.ts';"],
  ['engine/up-to-gateway.ts', "import { x } from '../gateway/wire/envelope.ts';"],
  ['engine/ingest/up-to-bff.ts', "import { x } from '../../bff/router.ts';"],
  ['engine/to-embedded.ts', "import { x } from '../graph/embedded/store.ts';"],
  ['engine/ingest/to-neo4j.ts', "import type { X } from '../../graph/neo4j/store.ts';"],
  ['engine/driver.ts', "import neo4j from 'neo4j-driver';"],
  ['engine/transport.ts', "import { createYoga } from 'graphql-yoga';"],
  ['engine/subpath.ts', "import { z } from 'zod/v4';"],
  ['gateway/up-to-bff.ts', "import { x } from '../bff/router.ts';"],
  ['gateway/rest/to-embedded.ts', "import { x } from '../../graph/embedded/store.ts';"],
  ['gateway/rest/to-neo4j.ts', "import { x } from '../../graph/neo4j/store.ts';"],
  ['gateway/rest/to-client.ts', "import { x } from '../client/client.ts';"],
  ['gateway/driver.ts', "import Database from 'better-sqlite3';"],
  ['gateway/rest/to-graphql.ts', "import { x } from '../graphql/create-graphql.ts';"],
  ['gateway/graphql/to-rest.ts', "import { x } from '../rest/create-rest.ts';"],
  ['gateway/graphql/schema/calls/to-rest.ts', "import type { X } from '../../../rest/exchange.ts';"],
  ['gateway/operations/to-rest.ts', "import { x } from '../rest/read-body.ts';"],
  ['gateway/operations/to-graphql.ts', "import { x } from '../graphql/context.ts';"],
  ['gateway/http/to-operations.ts', "import { x } from '../operations/reply.ts';"],
  ['gateway/http/to-engine.ts', "import type { X } from '../../engine/ports.ts';"],
  ['gateway/http/package.ts', "import 'ws';"],
  ['gateway/wire/to-graph.ts', "import { x } from '../../graph/address.ts';"],
  ['gateway/wire/to-rest.ts', "import { x } from '../rest/answers.ts';"],
  ['gateway/wire/package.ts', "import { encode } from 'cbor-x';"],
  ['gateway/wire/node.ts', "import { createHash } from 'node:crypto';"],
  ['gateway/report/to-rest.ts', "import { x } from '../rest/exchange.ts';"],
  ['gateway/report/pdf/to-rest.ts', "import { x } from '../../rest/exchange.ts';"],
  ['gateway/report/to-operations.ts', "import { x } from '../operations/reply.ts';"],
  ['gateway/report/pdf/to-operations.ts', "import { x } from '../../operations/reply.ts';"],
  ['gateway/report/to-http.ts', "import type { X } from '../http/connection.ts';"],
  ['gateway/report/to-embedded.ts', "import { x } from '../../graph/embedded/store.ts';"],
  ['gateway/report/package.ts', "import 'ws';"],
  ['gateway/report/network.ts', "import { request } from 'node:http';"],
  ['gateway/client/to-graph.ts', "import { x } from '../../graph/address.ts';"],
  ['gateway/client/to-engine.ts', "import type { X } from '../../engine/ports.ts';"],
  ['gateway/client/to-selection.ts', "import { x } from '../../engine/receipt/replay-receipt.ts';"],
  ['gateway/client/to-rest.ts', "import { x } from '../rest/answers.ts';"],
  ['bff/to-graph.ts', "import { x } from '../graph/address.ts';"],
  ['bff/to-engine.ts', "import type { X } from '../engine/ports.ts';"],
  ['bff/to-gateway.ts', "import { x } from '../gateway/operations/answers.ts';"],
  ['bff/driver.ts', "import neo4j from 'neo4j-driver';"],
  ['bff/web/to-gateway.ts', "import type { X } from '../../gateway/wire/envelope.ts';"],
  ['bff/web/to-graph.ts', "import type { X } from '../../graph/address.ts';"],
  ['bff/web/node.ts', "import { readFile } from 'node:fs/promises';"],
  ['bff/web/package.ts', "import Database from 'better-sqlite3';"],
  ['bin/cli/driver.ts', "import neo4j from 'neo4j-driver';"],
  ['bin/cli/to-tests.ts', "import { x } from '../../test/setup/engine.ts';"],
  ['bin/cli/to-eval.ts', "import { x } from '../../eval/corpora-of.ts';"],
  ['eval/measure/to-tests.ts', "import { x } from '../../test/setup/engine.ts';"],
  ['eval/measure/driver.ts', "import Database from 'better-sqlite3';"],
  ['graph/up-to-eval.ts', "import { x } from '../eval/corpora-of.ts';"],
  ['graph/embedded/up-to-eval.ts', "import { x } from '../../eval/corpora-of.ts';"],
  ['engine/up-to-eval.ts', "import { x } from '../eval/corpora-of.ts';"],
  ['gateway/rest/up-to-eval.ts', "import { x } from '../../eval/corpora-of.ts';"],
  ['bff/to-eval.ts', "import { x } from '../eval/corpora-of.ts';"],
  ['bff/web/to-eval.ts', "import type { X } from '../../eval/corpora-of.ts';"],
];

const FORBIDDEN_USES: readonly Planted[] = [
  ['graph/clock.ts', 'export const x = Date.now();'],
  ['graph/today.ts', 'export const x = new Date();'],
  ['graph/log/random.ts', 'export const x = Math.random();'],
  ['graph/order.ts', "export const x = ['b', 'a'].sort((a, b) => a.localeCompare(b));"],
  ['engine/clock.ts', 'export const now = Date.now;'],
  ['engine/ingest/elapsed.ts', 'export const x = performance.now();'],
  ['engine/locale.ts', 'export const x = (5).toLocaleString();'],
  ['engine/settings.ts', 'export const x = process.env.ADDUCE_PORT;'],
  ['gateway/exit.ts', 'export const x = () => process.exit(1);'],
  ['bff/settings.ts', 'export const x = process.env.ADDUCE_DATA;'],
  ['bff/web/value.ts', "import { appRouter } from '../router.ts';\nconsole.log(appRouter);"],
  ['bff/web/all.ts', "export * from '../router.ts';"],
  ['bff/web/inline-type.ts', "import { type AppRouter, appRouter } from '../router.ts';"],
  ['bff/web/lazy.ts', "export const x = import('../router.ts');"],
  ['bff/web/answer/deep.ts', "import { appRouter } from '../../router.ts';"],
];

/** Two files that import types alone of each other. */
const FORBIDDEN_CIRCLES: readonly Planted[] = [
  ['engine/circle/one.ts', "import type { Two } from './two.ts';\nexport type One = Two | null;"],
  ['engine/circle/two.ts', "import type { One } from './one.ts';\nexport type Two = One[];"],
];

const LEGAL: readonly Planted[] = [
  ['graph/legal.ts', "import { hash } from 'blake3-wasm';\nimport { x } from './log/entry.ts';\nhash(x);"],
  [
    'graph/embedded/legal.ts',
    "import Database from 'better-sqlite3';\nimport '../store.ts';\nnew Database('x');",
  ],
  [
    'graph/note-file/legal.ts',
    "import Database from 'better-sqlite3';\nimport { open } from 'node:fs/promises';\nimport '../store.ts';\nopen(Database);",
  ],
  ['graph/neo4j/legal.ts', "import neo4j from 'neo4j-driver';\nimport '../log/entry.ts';\nneo4j.int(1);"],
  ['graph/postgres/legal.ts', "import { Pool } from 'pg';\nimport '../log/entry.ts';\nnew Pool();"],
  [
    'graph/nudge-servers/legal.ts',
    "import { createClient } from '@redis/client';\nimport { connect } from '@nats-io/transport-node';\nimport '../nudge/nudges.ts';\nconnect(createClient());",
  ],
  ['engine/ingest/legal.ts', "import '../../graph/address.ts';\nexport const x = new Date(0).toISOString();"],
  [
    'gateway/rest/legal.ts',
    "import '../../engine/ports.ts';\nimport '../operations/reply.ts';\nimport 'ws';",
  ],
  [
    'gateway/http/legal.ts',
    "import { createServer } from 'node:http';\nimport './listen.ts';\ncreateServer();",
  ],
  [
    'gateway/graphql/legal.ts',
    "import '../operations/reply.ts';\nimport '../http/connection.ts';\nimport './context.ts';",
  ],
  [
    'gateway/wire/legal.ts',
    "import { z } from 'zod';\nimport './envelope.ts';\nexport const x = z.string();",
  ],
  [
    'gateway/report/legal.ts',
    "import PDFDocument from 'pdfkit';\nimport '../../engine/ports.ts';\nimport '../markup.ts';\nPDFDocument.x();",
  ],
  ['gateway/client/legal.ts', "import { x } from '../wire/envelope.ts';\nexport const y = x;"],
  [
    'gateway/client/verifies.ts',
    "import '../../engine/receipt/stated-steps.ts';\nimport '../../graph/log/merkle.ts';",
  ],
  ['bff/legal.ts', "import '../gateway/client/client.ts';\nimport 'kysely';\nimport 'better-sqlite3';"],
  ['bff/web/legal.ts', "import type { AppRouter } from '../router.ts';\nexport type X = AppRouter;"],
  ['bff/web/answer/legal.ts', "import { x } from '../answers.ts';\nexport const y = x;"],
  ['bin/cli/add-eval-commands.ts', "import { x } from '../../eval/measure/lanes.ts';\nexport const y = x;"],
  ['eval/measure/legal.ts', "import '../../bin/cli/failure.ts';\nimport '../../engine/ports.ts';"],
  ['bin/cli/legal.ts', "import '../../graph/neo4j/store.ts';\nexport const x = process.env.ADDUCE_PORT;"],
];

/** Folders of code, each of which must have a place in the boundaries, and those that hold none. */
const CODE_FOLDERS = ['bench', 'bff', 'bin', 'engine', 'eval', 'gateway', 'graph', 'test'];
const OTHER_FOLDERS = ['corpus', 'docs'];

const root = resolve(import.meta.dirname, '..');
let folder: string;
let found: ReadonlyMap<string, readonly string[]>;

describe('the boundaries between folders', () => {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'adduce-boundaries-'));
    for (const name of ['biome.json', '.biome', 'package.json', '.gitignore']) {
      await cp(join(root, name), join(folder, name), { recursive: true });
    }
    for (const [file, text] of [...FORBIDDEN_IMPORTS, ...FORBIDDEN_USES, ...FORBIDDEN_CIRCLES, ...LEGAL]) {
      await mkdir(dirname(join(folder, file)), { recursive: true });
      await writeFile(join(folder, file), `${text}\n`);
    }
    found = await lint(folder);
  });

  afterAll(() => rm(folder, { recursive: true, force: true }));

  it.each(FORBIDDEN_IMPORTS)('refuse %s: %s', (file) => {
    expect(found.get(file)).toContain(IMPORTS);
  });

  it.each(FORBIDDEN_USES)('refuse %s: %s', (file) => {
    expect(found.get(file)).toContain(PLUGIN);
  });

  it.each(FORBIDDEN_CIRCLES)('refuse %s on a circle of types: %s', (file) => {
    expect(found.get(file)).toContain(CIRCLE);
  });

  it.each(LEGAL)('let %s pass', (file) => {
    const rules = found.get(file) ?? [];
    expect(rules.filter((rule) => rule === IMPORTS || rule === PLUGIN)).toEqual([]);
  });

  it('know every top-level folder, so that a new one cannot stand outside them', async () => {
    const entries = await readdir(root, { withFileTypes: true });
    const folders = entries.filter(
      (entry) => entry.isDirectory() && !/^\.|^(node_modules|dist|coverage)$/.test(entry.name),
    );
    const known = [...CODE_FOLDERS, ...OTHER_FOLDERS];
    expect(folders.map((entry) => entry.name).filter((name) => !known.includes(name))).toEqual([]);
  });
});

/** The linter's errors in a folder: the rules that each file breaks. */
async function lint(cwd: string): Promise<ReadonlyMap<string, readonly string[]>> {
  const biome = join(root, 'node_modules', '@biomejs', 'biome', 'bin', 'biome');
  const options = ['lint', '--reporter=json', '--max-diagnostics=none', '--diagnostic-level=error', '.'];
  const output = await new Promise<string>((settle, reject) => {
    // It exits with 1 where it finds errors, which is what these tests want.
    execFile(process.execPath, [biome, ...options], { cwd, maxBuffer: 64 << 20 }, (error, stdout, stderr) => {
      if (stdout === '') reject(new Error(stderr, { cause: error }));
      else settle(stdout);
    });
  });
  const rules = new Map<string, string[]>();
  for (const { category, location } of (JSON.parse(output) as Report).diagnostics) {
    rules.set(location.path, [...(rules.get(location.path) ?? []), category]);
  }
  return rules;
}

/** The part of the linter's JSON report that is read here. */
type Report = {
  readonly diagnostics: readonly {
    readonly category: string;
    readonly location: { readonly path: string };
  }[];
};
