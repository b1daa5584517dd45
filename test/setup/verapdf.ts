import type { TestProject } from 'vitest/node';
import { missing } from './engine.ts';
import { findJavaClasses } from './java-classes.ts';

/** Global setup of the `verapdf` project (files named `*.verapdf.test.ts`): veraPDF, which checks PDF/UA, by Maven. */
export default async function setup(project: TestProject): Promise<void> {
  const found = await findJavaClasses({
    name: 'veraPDF',
    id: 'verapdf',
    groupId: 'org.verapdf.apps',
    artifactId: 'greenfield-apps',
    version: '1.28.2',
  });
  project.provide('verapdf', found.available ? found : missing('verapdf', found.reason));
}
