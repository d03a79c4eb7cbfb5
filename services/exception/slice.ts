/** 异常 (R148), write side: its events. */
import type { SliceModule } from '../platform/slice.ts';
import { EXCEPTION_SCHEMA, ExceptionEvent } from './contract.ts';

export const exceptionSlice: SliceModule = {
  events: [{ union: ExceptionEvent, schema: EXCEPTION_SCHEMA }],
  create: () => ({ name: 'exception', routes: [] }),
};
