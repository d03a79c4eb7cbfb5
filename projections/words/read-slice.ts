/** Words (R131): what the registry joins. */
import { wordStream } from 'services/approval/contract';
import type { ReadSlice } from '../platform/routes/read-slice.ts';
import { ownWords } from './contract.ts';
import words from './projector.ts';
import queries from './query.ts';

export const wordReads: ReadSlice = {
  projections: [words],
  titles: { [words.name]: '授权' },
  queries,
  readsFrom: [
    {
      paths: [ownWords.path],
      projections: [words.name],
      streamOf: ({ id }) => (typeof id === 'string' ? wordStream(id) : null),
    },
  ],
};
