/** The banner on pages of another site: each example of its README, as it is printed there. */
import { readFile, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { build } from 'vite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { packBanner } from '../../bff/banner/build-banner.ts';
import { launch, violations } from '../e2e/browser-page.ts';
import { describeChromium } from '../setup/describe-engine.ts';
import { freePort } from '../setup/free-port.ts';
import { type Visitor, visitor } from './browser.ts';
import {
  claimsOf,
  dataFolder,
  disputeTwice,
  ingestMoons,
  MOONS,
  startWholeServer,
  type WholeServer,
} from './whole-server.ts';

const README = join(import.meta.dirname, '../../bff/banner/browser/README.md');
const ROOT = join(import.meta.dirname, '../..');
const MAX_BYTES = 8_192;
const LOST = 'connection lost';

describeChromium('the banner on another site', (found) => {
  let folder: Awaited<ReturnType<typeof dataFolder>>;
  let server: WholeServer;
  let browser: Browser;
  let site: Server;
  let origin: string;
  let answerId: string;
  let link: { readonly id: string; readonly token: string };
  const files = new Map<string, string>();
  let reader: Visitor;

  async function start(port: number): Promise<WholeServer> {
    return startWholeServer({ folder: folder.path, port, bff: { watchTiming: { beat: 500 } } });
  }

  /** The code of a README's block, with the places that a reader fills in. */
  async function example(language: string): Promise<string> {
    const [, code] =
      new RegExp(`\n\`\`\`${language}\n([\\s\\S]*?)\n\`\`\``).exec(await readFile(README, 'utf8')) ?? [];
    if (code === undefined) throw new Error(`README.md has no example in ${language}`);
    return code
      .replaceAll('https://answers.example', server.url)
      .replaceAll('ans_ANSWER', answerId)
      .replaceAll('TOKEN', link.token);
  }

  async function bundle(name: string, code: string): Promise<void> {
    const entry = join(folder.path, `${name}.js`);
    await writeFile(entry, code);
    const packed = join(folder.path, 'banner/package/lib');
    const result = await build({
      configFile: false,
      logLevel: 'error',
      root: ROOT,
      define: { 'process.env.NODE_ENV': '"production"' },
      resolve: {
        alias: [
          { find: '@adduce/banner/react', replacement: join(packed, 'react.js') },
          { find: '@adduce/banner', replacement: join(packed, 'adduce-verdict.js') },
          { find: /^(react|react-dom|react-dom\/client|vue)$/, replacement: `${ROOT}/node_modules/$1` },
        ],
      },
      build: { write: false, lib: { entry, formats: ['es'], fileName: name } },
    });
    const [{ output } = { output: [] }] = Array.isArray(result) ? result : [];
    const [chunk] = output;
    if (chunk?.type !== 'chunk') throw new Error(`${name} was not bundled`);
    files.set(`/${name}.js`, chunk.code);
    files.set(
      `/${name}`,
      `<!doctype html><html lang="en"><title>t</title><div id="app"></div><script type="module" src="/${name}.js"></script></html>`,
    );
  }

  beforeAll(async () => {
    folder = await dataFolder();
    await packBanner(join(folder.path, 'banner'));
    server = await start(await freePort());
    await ingestMoons(server.engine);
    reader = visitor(server.url);
    answerId = (await reader.send('POST', '/api/answers', { q: MOONS })).body.answer_id;
    link = (await reader.send('POST', '/api/links', { answer_id: answerId, kind: 'banner' })).body.link;
    const lib = join(folder.path, 'banner/package/lib');
    for (const name of ['adduce-verdict.js', 'react.js', 'words.js']) {
      files.set(`/${name}`, await readFile(join(lib, name), 'utf8'));
    }
    files.set('/html', await example('html'));
    await bundle('in-react', await example('jsx'));
    await bundle('in-vue', await example('js'));
    site = createServer(({ url = '' }, response) => {
      const file = files.get(url);
      const type = url.endsWith('.js') ? 'text/javascript' : 'text/html';
      // A strict policy: the banner needs no inline style and no evaluated code.
      const policy = `default-src 'self'; connect-src ${server.url}`;
      response.writeHead(file === undefined ? 404 : 200, {
        'content-type': `${type}; charset=utf-8`,
        'content-security-policy': policy,
      });
      response.end(file);
    });
    await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
    const address = site.address();
    origin = typeof address === 'object' && address !== null ? `http://127.0.0.1:${address.port}` : '';
    browser = await launch(found().executablePath);
  });
  afterAll(async () => {
    await browser.close();
    await new Promise((resolve) => site.close(resolve));
    await server[Symbol.asyncDispose]();
    await folder[Symbol.asyncDispose]();
  });

  it('is smaller than 8 kB with both entries, compressed', () => {
    const all = ['adduce-verdict.js', 'react.js', 'words.js'].map((name) => files.get(`/${name}`) ?? '');
    expect(all.every((one) => one.length > 0)).toBe(true);
    expect(gzipSync(all.join('\n')).length).toBeLessThan(MAX_BYTES);
  });

  it('shows the verdict by each example, its change, a lost connection, its return, and a revoked token', async () => {
    const names = ['html', 'in-react', 'in-vue'];
    const pages: Page[] = [];
    const faults: string[] = [];
    for (const name of names) {
      const page = await browser.newPage();
      page.on('pageerror', (error) => faults.push(`${name}: ${error.message}`));
      page.on('console', (message) => {
        if (/Content Security Policy/.test(message.text())) faults.push(`${name}: ${message.text()}`);
      });
      await page.goto(`${origin}/${name}`);
      pages.push(page);
    }
    const all = async () => Promise.all(pages.map((page) => page.getByRole('status').textContent()));
    const every = (text: string) =>
      expect.poll(async () => (await all()).every((one) => one?.includes(text))).toBe(true);
    await every('Sources hold');
    const [plain] = pages;
    if (plain === undefined) throw new Error('no page');
    expect(await violations(plain)).toEqual([]);
    for (const claim of await claimsOf(server, answerId)) await disputeTwice(server, claim);
    await every('No longer holds');
    expect(await plain.locator('adduce-verdict').getAttribute('state')).toBe('fail');
    const port = Number(new URL(server.url).port);
    await server[Symbol.asyncDispose]();
    await every(LOST);
    expect((await all()).every((text) => text?.includes('No longer holds'))).toBe(true);
    server = await start(port);
    await expect.poll(async () => (await all()).some((text) => text?.includes(LOST))).toBe(false);
    await reader.send('DELETE', `/api/links/${link.id}`);
    await every('not shared any more');
    expect(faults).toEqual([]);
  });

  it('takes the token of another answer for none', async () => {
    const other = (await reader.send('POST', '/api/answers', { q: 'How many moons does Jupiter have?' })).body
      .answer_id;
    const { token } = (await reader.send('POST', '/api/links', { answer_id: other, kind: 'banner' })).body
      .link;
    const page = await browser.newPage();
    files.set(
      '/other',
      `<!doctype html><html lang="de"><title>t</title><script type="module" src="/adduce-verdict.js"></script>
      <adduce-verdict server="${server.url}" answer="${answerId}" token="${token}"></adduce-verdict>
      <adduce-verdict server="${server.url}" answer="${other}" token="${token}"></adduce-verdict></html>`,
    );
    await page.goto(`${origin}/other`);
    const status = page.getByRole('status');
    await expect
      .poll(() => status.allTextContents())
      .toEqual([
        expect.stringContaining('nicht mehr geteilt'),
        expect.stringContaining('Die Quellen tragen'),
      ]);
  });
});
