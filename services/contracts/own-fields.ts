/**
 * What the records of an installation's own tables call their fields. Their folders are found at the start, not listed, so that
 * a new one changes no file: whoever finds them says their names here, before anything is asked.
 */
import type { RecordManifest } from './manifest.ts';

const RECORDS = new Map<string, RecordManifest['fieldNames']>();
export const nameOwnFields = ({ path, fieldNames }: RecordManifest): void => void RECORDS.set(path, fieldNames);

export const ownFieldNames = (): Readonly<Record<string, string>> =>
  Object.fromEntries([...RECORDS.values()].flatMap((names) => Object.entries(names)));
/** At the calls of one of them. */
export const ownFieldNamesAt = (route: string): Readonly<Record<string, string>> | undefined =>
  [...RECORDS].find(([path]) => route === path || route.startsWith(`${path}/`))?.[1];
