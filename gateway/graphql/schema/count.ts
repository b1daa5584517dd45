import { byCodeUnit } from '../../../graph/by-code-unit.ts';
import { builder } from '../builder.ts';

interface Count {
  readonly name: string;
  readonly count: number;
}

export const CountType = builder.objectRef<Count>('Count').implement({
  description: 'How many there are of one kind.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Of the kind.' }),
    count: t.exposeInt('count'),
  }),
});

/** By name. */
export function countsOf(counts: Readonly<Partial<Record<string, number>>>): Count[] {
  const named = Object.entries(counts).map(([name, count = 0]) => ({ name, count }));
  return named.toSorted((a, b) => byCodeUnit(a.name, b.name));
}
