import pg from 'pg';
import { faultOf, isReadOnly } from '../../base/faults.ts';

const INT8 = 20;
/** Positions stay far below 2^53; the driver's default would answer text. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === INT8 ? Number : (pg.types.getTypeParser(oid, format as 'text') as (value: string) => unknown),
};

export const clientConfig = (url: string, name: string): pg.ClientConfig => ({
  connectionString: url,
  application_name: name,
  connectionTimeoutMillis: 5_000,
  keepAlive: true,
  types,
});

/**
 * 'lost': nothing is known of the statement, the connection is unusable.
 * 'data': the statement itself was refused for what it carried. 'refused': for another reason, for example a full disk.
 */
export function kindOfFailure(error: unknown): 'lost' | 'data' | 'refused' {
  if (!(error instanceof pg.DatabaseError) || error.severity === 'FATAL' || error.severity === 'PANIC') return 'lost';
  if (/^(08|57)/.test(error.code ?? '') || isReadOnly(error)) return 'lost';
  const fault = faultOf(error);
  return fault === 'document' || fault === 'size' ? 'data' : 'refused';
}
