/**
 * What some suites need beside npm's packages: a Neo4j server, a PostgreSQL server, programs of Redis and NATS, a Chromium, sentence models, veraPDF, the runtimes that the
 * client library runs on. Where it is missing they are skipped with the reason, unless `ADDUCE_REQUIRE` (a comma list of names) says that missing is a failure.
 */

import type { ProvidedContext } from 'vitest';

/** What a global setup found: the engine's own members, or why there is none. */
export type Found<Engine> =
  | ({ readonly available: true } & Engine)
  | { readonly available: false; readonly reason: string };

/** A running server, and the account that owns it. */
export type Neo4jServer = { readonly url: string; readonly user: string; readonly password: string };

/** A running server: `postgres://user:password@host:port/database`, of an account that may create schemas. */
export type PostgresServer = { readonly url: string };

/** A program that a test starts for itself. */
export type NudgeProgram = { readonly path: string };

/** An installed browser. */
export type ChromiumBrowser = { readonly executablePath: string };

/** A Java, and the jars to run on it. */
export type JavaClasses = { readonly java: string; readonly classPath: string };

/** A Java and the jars of veraPDF. */
export type VeraPdf = JavaClasses;

/** A data folder to which the sentence models were added. */
export type SentenceModels = { readonly dataFolder: string };

/** Programs that run JavaScript, by name: how each is begun. */
export type ClientRuntimes = { readonly commands: Readonly<Record<ClientRuntime, readonly string[]>> };

export const CLIENT_RUNTIMES = ['Node 20', 'Node 22', 'Node 24', 'Deno', 'Bun'] as const;
export type ClientRuntime = (typeof CLIENT_RUNTIMES)[number];

declare module 'vitest' {
  interface ProvidedContext {
    neo4j: Found<Neo4jServer>;
    postgres: Found<PostgresServer>;
    redis: Found<NudgeProgram>;
    nats: Found<NudgeProgram>;
    chromium: Found<ChromiumBrowser>;
    models: Found<SentenceModels>;
    verapdf: Found<VeraPdf>;
    runtimes: Found<ClientRuntimes>;
  }
}

/** A missing engine, unless `ADDUCE_REQUIRE` names it: then an error, which fails the run. */
export function missing(name: keyof ProvidedContext, reason: string): { available: false; reason: string } {
  const required = (process.env.ADDUCE_REQUIRE ?? '').split(',').map((item) => item.trim());
  if (required.includes(name)) throw new Error(`ADDUCE_REQUIRE names ${name}, but ${reason}`);
  return { available: false, reason };
}
