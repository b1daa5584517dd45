/** What a case is: a request that ends in one way and in no other. */
import type { Handle, HttpConnection } from '../../../../gateway/http/connection.ts';
import type { COMMON_REASONS, ErrorReason, REQUEST_REASONS } from '../../../../gateway/wire/error.ts';
import type { OperationContract } from '../../../../gateway/wire/operation.ts';
import type { Scene } from './scene.ts';

/** One request; what it leaves out is as usual. */
export interface Attempt {
  /** With its query. */
  readonly path: string;
  /** Another method than the operation's. */
  readonly method?: string;
  /** A value, or bytes that are sent as they are. */
  readonly body?: unknown;
  /** The credential of `Authorization: Bearer`. */
  readonly bearer?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  readonly rest?: Handle;
  readonly connection?: HttpConnection;
  /** When it is sent. */
  readonly at?: string;
  /** Set where the caller cannot even be admitted: the call is not counted, and its body is not read. */
  readonly isTurnedAway?: boolean;
}

/** Prepares the scene for a request, and gives it. */
export type Make = (scene: Scene) => Attempt | Promise<Attempt>;

/** The successful case. */
export interface Success {
  readonly make: Make;
  /** Whether something new is in the log after it. */
  readonly stores?: boolean;
  /** Whether it cannot be sent twice, or is another one each time. */
  readonly isUnique?: boolean;
  /** Members of the reply that differ from one time to the next. */
  readonly varies?: readonly string[];
}

/** Every way in which one operation ends. */
export interface OperationCases {
  readonly contract: OperationContract;
  readonly ok: Success;
  /** By reason. */
  readonly refused: Readonly<Partial<Record<ErrorReason, Make>>>;
}

type Common<C extends OperationContract> = C extends { readonly isStoreless: true }
  ? typeof REQUEST_REASONS
  : typeof COMMON_REASONS;
type Documented<C extends OperationContract> = Common<C>[number] | C['reasons'][number];

/** Cases for all reasons that the contract lists: one that lacks is an error of its types. */
export function casesOf<const C extends OperationContract>(
  contract: C,
  ok: Success,
  refused: Readonly<Record<Documented<C>, Make>>,
): OperationCases {
  return { contract, ok, refused };
}

/** The attempt with some of it changed. */
export function changed(
  make: Make,
  change: (attempt: Attempt, scene: Scene) => Partial<Attempt> | Promise<Partial<Attempt>>,
): Make {
  return async (scene) => {
    const attempt = await make(scene);
    return { ...attempt, ...(await change(attempt, scene)) };
  };
}
