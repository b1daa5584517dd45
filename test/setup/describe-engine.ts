import { describe, inject } from 'vitest';
import type {
  ChromiumBrowser,
  ClientRuntimes,
  Found,
  Neo4jServer,
  NudgeProgram,
  PostgresServer,
  SentenceModels,
  VeraPdf,
} from './engine.ts';

/**
 * A suite that needs the run's Neo4j server, in a file named `*.neo4j.test.ts`; skipped where there is none.
 * `server` is for hooks and tests: while tests are collected it may have nothing to return, and throws.
 */
export function describeNeo4j(title: string, body: (server: () => Neo4jServer) => void): void {
  describeFound(title, inject('neo4j'), body);
}

/** A suite that needs the run's PostgreSQL server, in a file named `*.postgres.test.ts`; skipped where there is none. */
export function describePostgres(title: string, body: (server: () => PostgresServer) => void): void {
  describeFound(title, inject('postgres'), body);
}

/** A suite that starts Redis servers, in a file named `*.redis.test.ts`; skipped where the program is missing. */
export function describeRedis(title: string, body: (program: () => NudgeProgram) => void): void {
  describeFound(title, inject('redis'), body);
}

/** A suite that starts NATS servers, in a file named `*.nats.test.ts`; skipped where the program is missing. */
export function describeNats(title: string, body: (program: () => NudgeProgram) => void): void {
  describeFound(title, inject('nats'), body);
}

/** A suite that needs a browser, in a file named `*.chromium.test.ts`; skipped where there is none. */
export function describeChromium(title: string, body: (browser: () => ChromiumBrowser) => void): void {
  describeFound(title, inject('chromium'), body);
}

/** A suite that needs the sentence models, in a file named `*.models.test.ts`; skipped where they cannot be added. */
export function describeModels(title: string, body: (models: () => SentenceModels) => void): void {
  describeFound(title, inject('models'), body);
}

/** A suite that needs veraPDF, in a file named `*.verapdf.test.ts`; skipped where there is none. */
export function describeVeraPdf(title: string, body: (veraPdf: () => VeraPdf) => void): void {
  describeFound(title, inject('verapdf'), body);
}

/** A suite that needs the runtimes of the client, in a file named `*.runtimes.test.ts`; skipped where they cannot be had. */
export function describeRuntimes(title: string, body: (runtimes: () => ClientRuntimes) => void): void {
  describeFound(title, inject('runtimes'), body);
}

function describeFound<Engine>(
  title: string,
  found: Found<Engine>,
  body: (engine: () => Engine) => void,
): void {
  describe.skipIf(!found.available)(title, () => {
    body(() => {
      if (!found.available) throw new Error(found.reason);
      return found;
    });
  });
}
