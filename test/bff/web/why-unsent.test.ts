import { describe, expect, it } from 'vitest';
import { whyUnsent } from '../../../bff/web/add/why-unsent.ts';

const MIB = 1_048_576;
const LIMITS = {
  needs: null,
  makes_corpora: true,
  extensions: ['md', 'txt'],
  max_file_bytes: 2 * MIB,
  max_files: 3,
  max_bytes: 4 * MIB,
};

describe('a file', () => {
  it.each([
    ['a.md', 2 * MIB],
    ['folder.zip/A.TXT', 1],
    ['empty.txt', 0],
  ])('%s is sent', (name, bytes) => expect(whyUnsent(name, bytes, LIMITS)).toBeNull());

  it.each([
    ['a.md', 2 * MIB + 1, /larger than 2 MiB/],
    ['video.mp4', 1, /No reader knows “\.mp4” files\. These are read: \.md, \.txt\./],
    ['LICENSE', 1, /has no extension/],
    ['notes.md/LICENSE', 1, /has no extension/],
    ['md', 1, /has no extension/],
  ])('%s of %i bytes is not sent, with why', (name, bytes, why) =>
    expect(whyUnsent(name, bytes, LIMITS)).toMatch(why),
  );
});
