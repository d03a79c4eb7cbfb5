/** Pictures go into a drawing itself: a print service and a print frame cannot ask the server for them. */
import type { PrintLayout } from 'services/contracts/print-layout';
import { pictureOf } from './render.ts';
import type { PrintData } from './values.ts';

/** Stored pictures that these sheets show. */
export const pictureNames = ({ elements }: PrintLayout, rows: readonly PrintData[]): string[] => {
  const images = elements.filter((element) => element.type === 'image' && element.show !== 'never');
  const names = rows.flatMap((data) =>
    images.map((element) => (element.type === 'image' ? pictureOf(element, data) : '')),
  );
  return [...new Set(names)].filter((name) => name !== '' && !name.startsWith('data:'));
};
const asData = (blob: Blob): Promise<string> =>
  new Promise((resolve) => {
    const reader = new FileReader();
    reader.addEventListener('loadend', () => resolve(typeof reader.result === 'string' ? reader.result : ''));
    reader.readAsDataURL(blob);
  });
const known = new Map<string, Promise<string>>();
const MOST_KEPT = 50;
const fetched = async (name: string): Promise<string> => {
  try {
    const answer = await fetch(`/static/uploadfile/${encodeURIComponent(name)}?here`);
    return answer.ok ? await asData(await answer.blob()) : '';
  } catch {
    return '';
  }
};
/** Fetches them; @returns a name's data, '' for a picture that is not there (the label prints without it). */
export const withPictures = async (names: readonly string[]): Promise<(name: string) => string> => {
  if (known.size > MOST_KEPT) known.clear();
  for (const name of names) if (!known.has(name)) known.set(name, fetched(name));
  const got = new Map<string, string>();
  for (const name of names) got.set(name, (await known.get(name)) ?? '');
  return (name) => got.get(name) ?? '';
};
