/** Signing in, by the settings. */
import type { RecordStore } from '../records.ts';
import { Merging } from './merging.ts';
import { Provider, type ProviderOptions } from './provider.ts';
import type { RoleMapping } from './role-mapping.ts';
import { mergeStep } from './sign-in.ts';
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
  const provider = new Provider(signIn, now, (fault) => onFault?.(fault));
  const merging = new Merging(() => mergeStep({ records, org, now }), closing);
  // What an earlier process left.
  merging.start();
  void provider.check();
  return { provider, mapping: signIn.mapping, merging };
}
