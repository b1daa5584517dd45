/** How a number went, as a small picture; words beside it say the same. */
import type { ReactNode } from 'react';
import type { ValueRun } from './trpc.ts';

const WIDTH = 60;
const HEIGHT = 16;
const GAP = 3;
const LEAST = 3;

export function Sparkline({ runs }: { readonly runs: readonly ValueRun[] }): ReactNode {
  const numbers = runs.flatMap(({ number }) => number ?? []);
  if (numbers.length !== runs.length || numbers.length < 2) return null;
  const most = Math.max(...numbers);
  const width = (WIDTH - GAP * (numbers.length - 1)) / numbers.length;
  const bars = numbers.map((number, at) => ({ at, height: Math.max(LEAST, (HEIGHT * number) / most) }));
  return (
    <svg
      className="spark"
      width={WIDTH}
      height={HEIGHT}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      aria-hidden="true"
    >
      {bars.map(({ at, height }) => (
        <rect key={at} x={at * (width + GAP)} y={HEIGHT - height} width={width} height={height} rx="1" />
      ))}
    </svg>
  );
}
