/** A reader's own check of ledgers that a service sends in pages, on each Node that is here. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { delimiter, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { agentSearchResponse } from '../../gateway/wire/agent-search.ts';
import { type LedgerResponse, ledgerResponse } from '../../gateway/wire/ledger.ts';
import type { Service } from './adduce-process.ts';
import { type Agent, mintAgent } from './agents.ts';
import { bearer, call, postJson } from './caller.ts';
import { Deployment, EMBEDDED } from './deployment.ts';
import { SLOW } from './slow.ts';

const SCRIPT = fileURLToPath(new URL('../../docs/readers-fold.mjs', import.meta.url));
const QUESTIONS = [
  'How many moons does Saturn have?',
  'What is the capital of Kazakhstan?',
  'What is the currency of Bulgaria?',
  'Who is the president of the United States?',
  'What is the tallest building in the world?',
];
/** Room for one entry or two. */
const PAGE_BUDGET = 1_000;

/** The Node that runs the tests, and the one that a reader's shell would find. */
const NODES = [process.execPath, ...otherNode()];

function otherNode(): string[] {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const own = folders.filter((folder) => !folder.includes(`${sep}node_modules${sep}`));
  return own
    .map((folder) => join(folder, 'node'))
    .filter(existsSync)
    .slice(0, 1);
}

function check(node: string, files: readonly string[]) {
  const { status, stdout } = spawnSync(node, [SCRIPT, ...files], { encoding: 'utf8' });
  return { status, shown: stdout === '' ? null : JSON.parse(stdout) };
}

describe('ledgers of the demo corpus in pages', SLOW, () => {
  let deployment: Deployment;
  let service: Service;
  let agent: Agent;
  let ledgers: { readonly pages: readonly LedgerResponse[]; readonly files: readonly string[] }[];

  beforeAll(async () => {
    deployment = await Deployment.prepare(EMBEDDED);
    service = await deployment.serve();
    agent = await mintAgent(deployment.settings);
    const claims = new Set((await Promise.all(QUESTIONS.map(claimsFor))).flat());
    ledgers = [];
    for (const claim of claims) {
      const pages = await readPages(claim);
      if (pages.length > 1) ledgers.push({ pages, files: await save(pages) });
    }
  }, 2 * SLOW.timeout);
  afterAll(() => deployment[Symbol.asyncDispose]());

  async function claimsFor(q: string): Promise<string[]> {
    const { body } = await postJson(`${service.url}/v1/search`, { q, top_k: 50, token_budget: 100_000 });
    const { pointers } = agentSearchResponse.parse(body);
    return pointers.flatMap(({ kind, addr }) => (kind === 'claim' ? [addr] : []));
  }

  async function readPages(claim: string): Promise<LedgerResponse[]> {
    const path = `${service.url}/v1/claims/${encodeURIComponent(claim)}/ledger`;
    const pages: LedgerResponse[] = [];
    for (let next: string | undefined = `?token_budget=${PAGE_BUDGET}`; next !== undefined; ) {
      const page = ledgerResponse.parse((await call(path + next, { headers: bearer(agent.token) })).body);
      pages.push(page);
      next = page.next;
    }
    return pages;
  }

  function save(pages: readonly LedgerResponse[]): Promise<string[]> {
    const saved = pages.map(async (page, index) => {
      const file = deployment.file(`page-${ledgers.length}-${index}.json`);
      await writeFile(file, JSON.stringify(page));
      return file;
    });
    return Promise.all(saved);
  }

  test('name in each page only what its own entries cite, so that the last one is not enough', () => {
    expect(ledgers.length).toBeGreaterThan(10);
    const needing = ledgers.filter(({ pages }) => {
      const cited = pages.slice(0, -1).flatMap(({ observed }) => Object.keys(observed));
      return cited.some((hash) => !Object.hasOwn(pages.at(-1)?.observed ?? {}, hash));
    });
    expect(needing.length).toBeGreaterThan(10);
  });

  test.each(NODES)('fold to the belief that was sent, on %s', (node) => {
    for (const { pages, files } of ledgers.slice(0, 16)) {
      expect(check(node, files)).toEqual({ status: 0, shown: { belief: pages[0]?.belief, agrees: true } });
    }
  });

  test.each(NODES)('are refused without their first page, on %s', (node) => {
    const [, ...files] = ledgers[0]?.files ?? [];
    expect(check(node, files)).toEqual({
      status: 2,
      shown: { why: 'the ledger is broken at entry 0: seq' },
    });
  });

  test('are refused, and not called wrong, where pages of two views do not fit together', async () => {
    const [first, ...rest] = ledgers[0]?.pages ?? [];
    const [, ...files] = ledgers[0]?.files ?? [];
    const older = { ...first, observed: {}, as_of: '2001-01-01T23:59:59.999Z' };
    const file = deployment.file('older.json');
    await writeFile(file, JSON.stringify(older));
    expect(rest).not.toEqual([]);
    expect(check(process.execPath, [file, ...files])).toMatchObject({
      status: 2,
      shown: { why: expect.stringContaining('the pages are of several views, read them again: ') },
    });
  });

  test.each(NODES)('agree with the vectors on %s', (node) => {
    for (const name of ['fold_valid', 'fold_invalid']) {
      const vectors = fileURLToPath(new URL(`../vectors/${name}.json`, import.meta.url));
      expect(check(node, [vectors])).toMatchObject({ status: 0, shown: { disagree: [] } });
    }
  });
});
