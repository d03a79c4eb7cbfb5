/** Headings of suppliers' tables, for the worker that reads them. Pure. */
import { matchColumns } from './contract.ts';

export const vocabulary = (headings: readonly string[]): number => Object.keys(matchColumns(headings)).length;
