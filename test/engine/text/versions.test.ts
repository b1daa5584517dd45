import { describe, expect, it } from 'vitest';
import { findVersions } from '../../../engine/text/versions.ts';

describe('findVersions', () => {
  it.each([
    ['Python 3.12 is out.', ['3.12']],
    ['It runs v18.2 and 3.9.0.', ['18.2', '3.9.0']],
    ['Version 24 came.', ['24']],
    ['The latest release of Node.js is 24.', ['24']],
    ['The latest stable version of Python is now 3.12.0.', ['3.12.0']],
  ])('finds those of %j', (sentence, versions) => {
    expect(findVersions(sentence).map((mention) => mention.version)).toEqual(versions);
  });

  it.each([
    'It costs £1.25.',
    'Rates in Spain 3.5 % rose.',
    'It grew by 2.5 million.',
    'It is 9.58 seconds.',
  ])('takes nothing for a version in %j', (sentence) => {
    expect(findVersions(sentence)).toEqual([]);
  });
});
