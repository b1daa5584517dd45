/**
 * The file in an upload's folder that names its owner. It lies there as long as the folder does, so that any read of the folder,
 * at any time, gives its documents ids of this owner. No upload can bring or replace it: hidden names are refused.
 */
export const OWNER_FILE = '.adduce-owner';

/** As a path of one folder, without its `/`. */
const OWNER = /^[a-z0-9][a-z0-9-]{0,99}$/;

export function ownerFileText(owner: string): string {
  return `${owner}\n`;
}

/** What the ids of the folder's documents begin with: the owner and a `/`. @throws {RangeError} for any other content */
export function ownersPrefix(text: string): string {
  const owner = text.endsWith('\n') ? text.slice(0, -1) : text;
  if (!OWNER.test(owner)) throw new RangeError(`${OWNER_FILE} does not name an owner`);
  return `${owner}/`;
}
