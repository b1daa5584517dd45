/** Programs in Java that suites run: a Java to run them on, and their jars by Maven, once per machine. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import type { Found, JavaClasses } from './engine.ts';

const OLDEST_JAVA = 17;
/** Where Debian and Temurin install their Javas, or another folder of some. */
const INSTALLED = process.env.JAVAS ?? '/usr/lib/jvm';
const JAVA_TIMEOUT_MS = 20_000;
const MAVEN_TIMEOUT_MS = 300_000;

/** An artefact of Maven Central that brings everything that the program needs. */
export interface JavaProgram {
  /** As messages call it. */
  readonly name: string;
  /** Of its folder in the cache. */
  readonly id: string;
  readonly groupId: string;
  readonly artifactId: string;
  readonly version: string;
  /** Major version of the oldest Java that it runs on; 17 where it is not given. */
  readonly oldestJava?: number;
}

const run = promisify(execFile);

/** Later runs read the cached class path. */
export async function findJavaClasses(program: JavaProgram): Promise<Found<JavaClasses>> {
  const oldest = program.oldestJava ?? OLDEST_JAVA;
  const java = await findJava(oldest);
  if (java === undefined) return none(`no Java found (${oldest} or newer is needed)`);
  try {
    return { available: true, java, classPath: await classPath(program) };
  } catch (error) {
    return none(`Maven did not deliver the jars of ${program.name} ${program.version}: ${firstLine(error)}`);
  }
}

function none(reason: string): { available: false; reason: string } {
  return { available: false, reason };
}

function firstLine(error: unknown): string {
  return String(error).split('\n', 1)[0] ?? '';
}

/** The first that is new enough: of `JAVA_HOME`, on the path, among those installed. */
async function findJava(oldest: number): Promise<string | undefined> {
  const named = process.env.JAVA_HOME ? [join(process.env.JAVA_HOME, 'bin', 'java')] : [];
  const installed = existsSync(INSTALLED) ? (await readdir(INSTALLED)).sort() : [];
  const found = installed.map((name) => join(INSTALLED, name, 'bin', 'java'));
  for (const java of [...named, 'java', ...found]) {
    if (((await javaMajor(java)) ?? 0) >= oldest) return java;
  }
  return undefined;
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

async function classPath(program: JavaProgram): Promise<string> {
  const cache = process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache');
  const folder = join(cache, 'adduce', `${program.id}-${program.version}`);
  const file = join(folder, 'class-path.txt');
  const cached = existsSync(file) ? await readFile(file, 'utf8') : '';
  if (cached !== '' && cached.split(delimiter).every((jar) => existsSync(jar))) return cached;
  await mkdir(folder, { recursive: true });
  // Two runs may fetch at once: each writes its own file, and the rename decides.
  const fresh = `${file}.${process.pid}`;
  await resolveWithMaven(program, join(folder, 'pom.xml'), fresh);
  await rename(fresh, file);
  return readFile(file, 'utf8');
}

async function resolveWithMaven(program: JavaProgram, pom: string, output: string): Promise<void> {
  await writeFile(pom, pomOf(program));
  const goal = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:build-classpath';
  const options = ['-q', '-B', '-f', pom, goal, `-Dmdep.outputFile=${output}`, '-Dmdep.includeScope=runtime'];
  await run('mvn', options, { timeout: MAVEN_TIMEOUT_MS });
}

function pomOf({ id, groupId, artifactId, version }: JavaProgram): string {
  return `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>adduce</groupId>
  <artifactId>${id}-for-tests</artifactId>
  <version>1</version>
  <packaging>pom</packaging>
  <dependencies>
    <dependency>
      <groupId>${groupId}</groupId>
      <artifactId>${artifactId}</artifactId>
      <version>${version}</version>
    </dependency>
  </dependencies>
</project>
`;
}
