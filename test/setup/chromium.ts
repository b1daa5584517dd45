import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { missing } from './engine.ts';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome'];

/** Global setup of the `chromium` project (files named `*.chromium.test.ts`): the first browser in the PATH. */
export default function setup(project: TestProject): void {
  const executablePath = findChromium();
  const found =
    executablePath === null
      ? missing('chromium', `none of ${NAMES.join(', ')} is in the PATH`)
      : { available: true as const, executablePath };
  project.provide('chromium', found);
}

/** Null where there is none in the PATH. */
export function findChromium(): string | null {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const candidates = folders.flatMap((folder) => NAMES.map((name) => join(folder, name)));
  return candidates.find((file) => existsSync(file)) ?? null;
}
