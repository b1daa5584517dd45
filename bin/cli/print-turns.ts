/** What would break, on the terminal. */
import type { Turn } from '../../engine/findings/what-would-turn.ts';
import { tableLines } from './table.ts';

/** Lines that are printed; `--json` has them all. */
const MAX_SHOWN = 50;

export function turnsDocument(turns: readonly Turn[]): unknown[] {
  return turns.map(({ answerId, tenant, from, to, reasons }) => {
    return { answer_id: answerId, tenant, from, to, reasons };
  });
}

export function turnLines(turns: readonly Turn[]): string[] {
  if (turns.length === 0) return ['no answer would turn; nothing was written'];
  const shown = turns.slice(0, MAX_SHOWN);
  const rows = shown.map(({ answerId, tenant, from, to, reasons }) => {
    const codes = [...new Set(reasons.map(({ code }) => code))];
    return [answerId, tenant, `${from} → ${to}`, codes.join(', ')];
  });
  const more = turns.length - shown.length;
  return [
    ...tableLines([['answer', 'tenant', 'would turn', 'for'], ...rows]),
    ...(more === 0 ? [] : [`+${more} more`]),
    `${turns.length} answers would turn; nothing was written`,
  ];
}
