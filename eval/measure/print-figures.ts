import type { Output } from '../../bin/cli/output.ts';

/** The figures of an evaluation: one JSON document, with `--json` and without. */
export function printFigures(output: Output, figures: object): void {
  output.result(figures, [JSON.stringify(figures, null, 2)]);
}
