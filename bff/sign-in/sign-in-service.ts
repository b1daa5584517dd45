import type { Merging } from './merging.ts';
import type { Provider } from './provider.ts';
import type { RoleMapping } from './role-mapping.ts';

/** What signing in needs of this process. */
export interface SignInService {
  readonly provider: Provider;
  readonly mapping: RoleMapping;
  readonly merging: Merging;
}
