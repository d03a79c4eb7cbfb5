/** The read side of a kind of document: its read models, its GETs and what they are made of. */
import type { DocumentManifest } from 'services/contracts/manifest';
import type { Projection } from '../platform/projection/projection.ts';
import type { ReadSlice } from '../platform/routes/read-slice.ts';

type DocumentReads = Required<Pick<ReadSlice, 'queries'>> & {
  /** What people call its read models: 首饰调拨. */
  readonly title: string;
  /** The rows as they are now, their versions, then others with a title in `more`. */
  readonly projections: readonly [live: Projection, versions: Projection, ...others: Projection[]];
  /** Titles of the others, by name. */
  readonly more?: Readonly<Record<string, string>>;
  readonly stream: (id: number) => string;
  /** What follows its path where lines are answered: `-detail` of /biz-allocate-detail. */
  readonly lines: readonly string[];
};
export const documentReads = (
  { path }: Pick<DocumentManifest, 'path'>,
  { title, projections, more = {}, queries, stream, lines }: DocumentReads,
): ReadSlice => {
  const [live, versions] = projections;
  return {
    projections,
    queries,
    readsFrom: [
      {
        paths: [path, ...lines.map((line) => `${path}${line}`)],
        projections: projections.map(({ name }) => name),
        streamOf: ({ id }) => (typeof id === 'number' ? stream(id) : null),
      },
    ],
    titles: { [live.name]: title, [versions.name]: `${title}（历史时点）`, ...more },
  };
};
