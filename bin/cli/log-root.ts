import { rootOf } from '../../graph/log/merkle.ts';
import type { GraphReader } from '../../graph/store.ts';

/** The root of the log's tree as it is now, hex. */
export async function logRoot(reader: GraphReader): Promise<string> {
  return Buffer.from(rootOf(await reader.head())).toString('hex');
}
