/** An item's text as the wire has it. */
import type { ItemText } from '../../engine/search/read-item.ts';
import type { Item } from '../wire/items.ts';

export function wireItem(found: ItemText): Item {
  const { addr, kind, text } = found;
  if (found.kind === 'claim') {
    const { belief, canonical } = found;
    return { addr, kind, text, ...(canonical !== addr && { canonical }), ...(belief && { belief }) };
  }
  const { artefactId: artefact_id, title, url, licence, observedAt: observed_at } = found;
  return { addr, kind, text, artefact_id, title, url, licence, observed_at };
}
