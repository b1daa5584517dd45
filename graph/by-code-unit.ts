/** Orders texts by UTF-16 code units: the same on every machine, whatever its locale. */
export function byCodeUnit(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
