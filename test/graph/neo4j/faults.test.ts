import neo4j from 'neo4j-driver';
import { describe, expect, it } from 'vitest';
import { isAlreadyDropped, toBeatFault, toStoreFault } from '../../../graph/neo4j/faults.ts';
import { StoreUnavailable } from '../../../graph/store/store.ts';

describe('the fault of a beat', () => {
  it('is unavailability where the server has ended the transaction', () => {
    const closed = new neo4j.Neo4jError(
      'Failed to invoke procedure `tx.setMetaData`: Caused by: NotInTransactionException: The transaction has been closed.',
      'Neo.ClientError.Procedure.ProcedureCallFailed',
      '50N42',
      'general processing exception',
    );
    const fault = toBeatFault(closed);
    expect(fault).toBeInstanceOf(StoreUnavailable);
    expect(fault).toMatchObject({ code: 'store_unavailable', cause: closed });
  });

  it('is itself where it is any other', () => {
    const lost = new neo4j.Neo4jError('lost', neo4j.error.SERVICE_UNAVAILABLE, '50N42', 'lost');
    expect(toBeatFault(lost)).toBe(lost);
    const other = new TypeError('x');
    expect(toBeatFault(other)).toBe(other);
  });
});

describe('the fault of an index that another process has dropped', () => {
  const faultOf = (code: string) => new neo4j.Neo4jError('x', code, '50N42', 'x');

  it('is none, also where the store would seem to be away', () => {
    const failed = faultOf('Neo.DatabaseError.Schema.IndexDropFailed');
    expect(isAlreadyDropped(toStoreFault(failed))).toBe(true);
    expect(isAlreadyDropped(toStoreFault(faultOf('Neo.ClientError.Schema.IndexNotFound')))).toBe(true);
  });

  it('is one where anything else failed', () => {
    const others = ['Neo.DatabaseError.Schema.IndexCreationFailed', 'Neo.ClientError.Security.Forbidden'];
    for (const code of others) expect(isAlreadyDropped(toStoreFault(faultOf(code)))).toBe(false);
    expect(isAlreadyDropped(new TypeError('x'))).toBe(false);
  });
});
