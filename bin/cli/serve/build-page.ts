import { ensureWeb } from '../../../bff/web-build.ts';

/** The built page's folder; null where it does not build, which everything but the page outlives. */
export async function buildPage(onFault: (fault: unknown) => void): Promise<string | null> {
  try {
    return await ensureWeb();
  } catch (fault) {
    onFault(fault);
    return null;
  }
}
