/** 异常 (R148): what the registry joins. */
import { exceptionStream } from 'services/exception/contract';
import type { ReadSlice } from '../platform/routes/read-slice.ts';
import { exceptionList } from './contract.ts';
import exceptions from './projector.ts';
import queries from './query.ts';

export const exceptionReads: ReadSlice = {
  projections: [exceptions],
  titles: { [exceptions.name]: '异常' },
  queries,
  readsFrom: [
    {
      paths: [exceptionList.path],
      projections: [exceptions.name],
      streamOf: ({ id }) => (typeof id === 'string' ? exceptionStream(id) : null),
    },
  ],
};
