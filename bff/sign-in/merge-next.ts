import type { AccountStore, MergeStep } from '../account-records.ts';

/** One that cannot be moved is tried again after so long. */
const PUT_OFF_MS = 60_000;

interface MergingNow {
  readonly at: number;
  /** The organisation of a user's own questions. */
  readonly personalOrg: (user: string) => string;
  /** Gets why something could not be moved: others go on. */
  readonly onFault: (fault: unknown) => void;
}

/** Moves a bounded part of what visitors had before they signed in to their accounts. @throws what the records throw where they are away */
export async function mergeNext(
  records: AccountStore,
  { at, personalOrg, onFault }: MergingNow,
): Promise<MergeStep> {
  const due = await records.dueMerge(at);
  if (typeof due === 'string') return due;
  try {
    await records.mergeSome(due.user_id, at, personalOrg);
  } catch (error) {
    await records.putOffMerge(due.user_id, at + PUT_OFF_MS);
    onFault(error);
  }
  return 'moved';
}
