/** Writes a file as it comes: whole or not at all. */
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';

export class FileTooLarge extends Error {
  override readonly name = 'FileTooLarge';
}

export interface Spooled {
  readonly bytes: number;
  /** SHA-256, hex. */
  readonly hash: string;
  /** Moves it to its place. */
  readonly moveTo: (path: string) => Promise<void>;
  readonly drop: () => Promise<void>;
}

/**
 * @param take is notified of each chunk before it is written, and throws where there is no room for it
 * @throws {FileTooLarge} past the bound, and what the body throws where its sender leaves; nothing stays then
 */
export async function spool(
  folder: string,
  body: AsyncIterable<Uint8Array>,
  { maxBytes, take }: { readonly maxBytes: number; readonly take: (bytes: number) => void },
): Promise<Spooled> {
  const part = join(folder, `.${randomUUID()}.part`);
  const hash = createHash('sha256');
  let bytes = 0;
  try {
    await using file = await open(part, 'wx');
    for await (const chunk of body) {
      bytes += chunk.byteLength;
      if (bytes > maxBytes) throw new FileTooLarge();
      take(chunk.byteLength);
      hash.update(chunk);
      // `write` may take a part of it only.
      await file.writeFile(chunk);
    }
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
  return {
    bytes,
    hash: hash.digest('hex'),
    moveTo: async (path) => {
      await mkdir(dirname(path), { recursive: true });
      await rename(part, path);
    },
    drop: () => rm(part, { force: true }),
  };
}
