/** Whether one English stem is derived from the other: "manage" and "manager", "edit" and "editor". */

/** What may follow a shared beginning of two English stems that belong together. */
const ENDINGS: ReadonlySet<string> = new Set(
  ' e er or ee eer ment ion ation th ing ian ist ship anc enc ant ent ism ish ur ure dom'.split(' '),
);
const MIN_SHARED = 5;
/** Stems that are derived from one another share their first letters, no fewer than these. */
export const MIN_WHOLE = 4;
/** What a stem of {@link MIN_WHOLE} letters may add: "edit", "editor"; but not "port", "portion". */
const SHORT_ENDING = /^(?:er|or|ee)$/;

/** Whether the two stems share a beginning and differ in an ending only. Symmetric. */
export function isDerived(a: string, b: string): boolean {
  if (a[0] !== b[0]) return false;
  let shared = 0;
  while (shared < a.length && a[shared] === b[shared]) shared++;
  if (shared < MIN_WHOLE) return false;
  const [restA, restB] = [a.slice(shared), b.slice(shared)];
  if (!ENDINGS.has(restA) || !ENDINGS.has(restB)) return false;
  if (shared >= MIN_SHARED) return true;
  const whole = restA === '' || restB === '';
  return whole && shared === MIN_WHOLE && SHORT_ENDING.test(restA + restB);
}
