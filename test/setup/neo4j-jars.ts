import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import type { Found } from './engine.ts';

const NEO4J_VERSION = '5.26.30';
const OLDEST_JAVA = 17;
const JAVA_TIMEOUT_MS = 20_000;
const MAVEN_TIMEOUT_MS = 300_000;

/** A Java to run the server on, and its jars. */
export type Neo4jJars = { readonly java: string; readonly classPath: string };

const run = promisify(execFile);

/** Finds Java and lets Maven fetch the server's jars, once per machine: later runs read the cached class path. */
export async function findNeo4jJars(): Promise<Found<Neo4jJars>> {
  if (process.platform === 'win32')
    return none('a local Neo4j is started on Linux and macOS only: set NEO4J_TEST_URL');
  const java = process.env.JAVA_HOME ? join(process.env.JAVA_HOME, 'bin', 'java') : 'java';
  const major = await javaMajor(java);
  if (major === undefined) return none(`no Java found (${OLDEST_JAVA} or newer is needed)`);
  if (major < OLDEST_JAVA) return none(`Java ${major} is too old (${OLDEST_JAVA} or newer is needed)`);
  try {
    return { available: true, java, classPath: await classPath() };
  } catch (error) {
    return none(`Maven did not deliver the jars of Neo4j ${NEO4J_VERSION}: ${firstLine(error)}`);
  }
}

function none(reason: string): { available: false; reason: string } {
  return { available: false, reason };
}

function firstLine(error: unknown): string {
  return String(error).split('\n', 1)[0] ?? '';
}

async function javaMajor(java: string): Promise<number | undefined> {
  try {
    const { stderr } = await run(java, ['-version'], { timeout: JAVA_TIMEOUT_MS });
    const match = /version "(\d+)/.exec(stderr);
    return match === null ? undefined : Number(match[1]);
  } catch {
    return undefined;
  }
}

async function classPath(): Promise<string> {
  const folder = join(
    process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'),
    'adduce',
    `neo4j-${NEO4J_VERSION}`,
  );
  const file = join(folder, 'class-path.txt');
  const cached = existsSync(file) ? await readFile(file, 'utf8') : '';
  if (cached !== '' && cached.split(delimiter).every((jar) => existsSync(jar))) return cached;
  await mkdir(folder, { recursive: true });
  // Two runs may fetch at once: each writes its own file, and the rename decides.
  const fresh = `${file}.${process.pid}`;
  await resolveWithMaven(join(folder, 'pom.xml'), fresh);
  await rename(fresh, file);
  return readFile(file, 'utf8');
}

async function resolveWithMaven(pom: string, output: string): Promise<void> {
  await writeFile(pom, POM);
  const goal = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:build-classpath';
  const options = ['-q', '-B', '-f', pom, goal, `-Dmdep.outputFile=${output}`, '-Dmdep.includeScope=runtime'];
  await run('mvn', options, { timeout: MAVEN_TIMEOUT_MS });
}

const POM = `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>adduce</groupId>
  <artifactId>neo4j-for-tests</artifactId>
  <version>1</version>
  <packaging>pom</packaging>
  <dependencies>
    <dependency>
      <groupId>org.neo4j</groupId>
      <artifactId>neo4j</artifactId>
      <version>${NEO4J_VERSION}</version>
    </dependency>
  </dependencies>
</project>
`;
