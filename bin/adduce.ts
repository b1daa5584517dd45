#!/usr/bin/env node
/**
 * The `adduce` command. Everything else needs Node 24 (TypeScript run directly, prebuilt native modules that crash on
 * older ones), so this file runs first, on whatever Node is in the PATH, and decides which Node runs the rest.
 *
 * No type annotations, and a CommonJS scope of its own (bin/package.json), on purpose: a Node older than 22.18 refuses
 * `.ts` in an ES module scope, but runs it as a plain script here.
 */

const OLDEST_NODE = 24;

/** The Node that `npm ci` installed from optionalDependencies, where this platform has one. */
function installedNode() {
  const windows = process.platform === 'win32';
  const name = `node-${windows ? 'win' : process.platform}-${process.arch}`;
  try {
    return require.resolve(`${name}/bin/${windows ? 'node.exe' : 'node'}`);
  } catch {
    return undefined;
  }
}

/** Runs the same command line on the installed Node, if there is one: same exit status, and it ends when this ends. */
async function handOver() {
  const node = installedNode();
  if (node === undefined) return false;
  const { spawn } = await import('node:child_process');
  const child = spawn(node, [__filename, ...process.argv.slice(2)], { stdio: 'inherit' });
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  process.on('SIGHUP', () => child.kill('SIGHUP'));
  // A terminal interrupts both processes: the child handles it, and this one waits for the child.
  process.on('SIGINT', () => process.stdin.isTTY || child.kill('SIGINT'));
  child.on('exit', (code) => process.exit(code ?? 1));
  return true;
}

/** Enables the cache of compiled code. It runs before anything else is loaded: what is loaded earlier is not cached. */
async function cacheCompiled() {
  const { enableCompileCache } = await import('node:module');
  const { join } = await import('node:path');
  const folder = join(__dirname, '..', 'node_modules', '.cache', 'adduce');
  enableCompileCache(folder);
  // Threads have a cache only where their environment names one.
  process.env.NODE_COMPILE_CACHE ??= folder;
}

async function start() {
  if (Number.parseInt(process.versions.node, 10) >= OLDEST_NODE) {
    await cacheCompiled();
    const { main } = await import('./cli/main.ts');
    await main(process.argv);
    return;
  }
  if (await handOver()) return;
  console.error(
    `adduce needs Node ${OLDEST_NODE} or newer and this is ${process.version}: install one from https://nodejs.org, then run this again.`,
  );
  process.exit(1);
}

void start();
