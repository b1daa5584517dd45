/** Accounts of those who sign in, and their memberships. Instants are epoch milliseconds. */
import type { Role } from './roles.ts';

export interface Membership {
  readonly org_id: string;
  readonly role: Role;
}

export interface MemberRecord extends Membership {
  readonly user_id: string;
  readonly joined_at: number;
  /**
   * `provider`: by what the identity provider says at each sign-in. A member by both has the higher of both roles, and each
   * ends in its own way.
   */
  readonly given_by: 'invitation' | 'provider';
}

export interface MemberChange {
  readonly org_id: string;
  readonly user_id: string;
  readonly at: number;
}

export interface RoleChange extends MemberChange {
  readonly role: Role;
}

/**
 * Who changes a member: `check` gets that user's role in the organisation as it is at the change, null for none. What it
 * throws is thrown, and nothing is changed.
 */
export interface RoleCheck {
  readonly user: string;
  readonly check: (role: Role | null) => void;
}

export interface ListedMember extends MemberRecord {
  /** Of its account, null where it has none. */
  readonly name: string | null;
}

export interface AccountRecord {
  readonly user_id: string;
  /** The provider, and the person's name there that never changes. */
  readonly issuer: string;
  readonly subject: string;
  /** As the person is called; null where the provider does not say. */
  readonly name: string | null;
  readonly created_at: number;
  readonly signed_in_at: number;
}

export interface EndedSession {
  readonly session: string;
  readonly user: string;
  /** Of an account: it is reached again by signing in, and nothing of it goes to another account. */
  readonly isSignedIn: boolean;
  /** When the last of its cookies has expired. */
  readonly expiresAt: number;
}

export interface NewSignIn extends Pick<AccountRecord, 'issuer' | 'subject' | 'name'> {
  /** The session that ends; null where the browser brought none. */
  readonly before: EndedSession | null;
  /** The user of a new account that cannot take over the visitor. */
  readonly freshUser: string;
  readonly session: string;
  readonly sessionExpiresAt: number;
  /** By which the provider knows whom to sign out; null: it need not know. */
  readonly idToken: string | null;
  /** What the provider gives, whole: other memberships that it gave before end. */
  readonly memberships: readonly Membership[];
  readonly at: number;
}

/** `moved`: there may be more. `waits`: nothing is left, and requests under way may still add some. `none`: all is done. */
export type MergeStep = 'moved' | 'waits' | 'none';

export interface AccountStore {
  /**
   * Begins a session of an account, and ends the one before. An account that is new takes over its visitor as it is; what the
   * visitor of a known account has is marked to be moved (`mergeSome`).
   */
  signIn(signIn: NewSignIn): Promise<{ readonly user: string; readonly isMerging: boolean }>;
  accountOf(user: string): Promise<AccountRecord | null>;
  /** Of a session that has not ended; null where none was recorded. */
  idTokenOf(session: string): Promise<string | null>;
  /** False where the state was used before. Forgets up to 100 that had expired by `now`. */
  takeState(state: string, expiresAt: number, now: number): Promise<boolean>;
  /** Whose entries are to be moved next. `waits`: nobody's at this instant. `none`: nobody's. */
  dueMerge(at: number): Promise<{ readonly user_id: string } | 'waits' | 'none'>;
  /**
   * Moves a bounded part of what a visitor had before signing in to the account. A saved answer that the account has
   * already gives it its folder, note and tags where the account's has none, and can be restored for 30 days.
   * @param personalOrg the organisation of a user's own questions
   */
  mergeSome(user: string, at: number, personalOrg: (user: string) => string): Promise<void>;
  /** Nothing of the visitor is moved before that instant. */
  putOffMerge(user: string, until: number): Promise<void>;

  /**
   * Makes the user a member by invitation; one who is already stays one since the earlier instant, with the higher of both
   * roles.
   * @param issued when the invitation was issued; absent: at this instant
   * @returns the role afterwards; null, and nothing is changed, where the invitation has ended
   */
  join(org: string, user: string, at: number, role: Role, issued?: number): Promise<Role | null>;
  /** False where the user was no member. */
  leave(org: string, user: string): Promise<boolean>;
  /**
   * Removes a member, and ends the organisation's invitations until then. False, and nothing is changed, where the user is
   * none.
   * @param by absent: the operator
   */
  removeMember(change: MemberChange, by?: RoleCheck): Promise<boolean>;
  /**
   * Changes a role that an invitation gave, where it is not lower than one that the provider gives, which stays. A lower one
   * ends the organisation's invitations until then. Null where the user is no member, else the member as it is afterwards.
   * @param by absent: the operator
   */
  setRole(change: RoleChange, by?: RoleCheck): Promise<ListedMember | null>;
  /** By their ids, behind that one. */
  memberPage(org: string, after: string | null, limit: number): Promise<ListedMember[]>;
  /** The latest to be joined first. */
  membershipsOf(user: string): Promise<Membership[]>;
  /** The first to join first. */
  members(org: string): Promise<MemberRecord[]>;
}
