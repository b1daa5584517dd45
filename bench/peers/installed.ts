/** Packages that benchmarks compare with. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { usage } from '../../bin/cli/failure.ts';

// Beside the benchmarks and not among the program's packages: who does not compare does not install them.
const fromBench = createRequire(join(import.meta.dirname, '..', 'package.json'));

/** @throws {CommandFailure} where it is not installed */
export function peer(name: string): unknown {
  try {
    return fromBench(name);
  } catch (cause) {
    if (!(cause instanceof Error && 'code' in cause && cause.code === 'MODULE_NOT_FOUND')) throw cause;
    throw usage(`${name} is not installed: npm ci --ignore-scripts --prefix bench`);
  }
}
