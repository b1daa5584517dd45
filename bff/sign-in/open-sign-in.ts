/** Signing in, by the settings. */
import { personalOrg } from '../bff-context.ts';
import type { RecordStore } from '../records.ts';
import { BffRefusal } from '../refusal.ts';
import { mergeNext } from './merge-next.ts';
import { Merging } from './merging.ts';
import { Provider, type ProviderOptions } from './provider.ts';
import { EVERYBODY, type RoleMapping } from './role-mapping.ts';
import type { SignInService } from './sign-in-service.ts';

export interface SignInOptions extends ProviderOptions {
  readonly mapping: RoleMapping;
}

interface Opening {
  readonly signIn?: SignInOptions | null;
  /** The organisation of the page's engine key. */
  readonly org: string;
  readonly records: RecordStore;
  readonly now: () => number;
  /** Aborts when the BFF closes. */
  readonly closing: AbortSignal;
  readonly onFault?: (fault: unknown) => void;
}

/** Null without settings. A provider that is away or wrong is reported, and stops nothing. */
export function openSignIn({
  signIn = null,
  org,
  records,
  now,
  closing,
  onFault,
}: Opening): SignInService | null {
  if (signIn === null) return null;
  // Where no group gives a role, nobody's groups are read.
  const claim = [...signIn.mapping.keys()].some((group) => group !== EVERYBODY) ? signIn.claim : null;
  const provider = new Provider({ ...signIn, claim }, now, (fault) => onFault?.(fault));
  const report = reportOnce((fault) => onFault?.(fault));
  const next = () =>
    mergeNext(records, { at: now(), personalOrg: (user) => personalOrg({ org }, user), onFault: report });
  const merging = new Merging(next, closing);
  // What an earlier process left.
  merging.start();
  void provider.check();
  return { provider, mapping: signIn.mapping, merging };
}

/** One line for each thing that is wrong, however often it is tried again. */
function reportOnce(onFault: (fault: Error) => void): (fault: unknown) => void {
  const reported = new Set<string>();
  return (fault) => {
    // What the database said, where a refusal holds it.
    const said = fault instanceof BffRefusal && fault.cause !== undefined ? fault.cause : fault;
    const why = said instanceof Error ? said.message : String(said);
    if (reported.has(why)) return;
    reported.add(why);
    const what = 'what a visitor had before signing in cannot be moved to the account';
    onFault(new Error(`${what} (${why}): it is tried again every minute`, { cause: fault }));
  };
}
