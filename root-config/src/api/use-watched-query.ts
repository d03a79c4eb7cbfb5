import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { z } from 'zod';
import { type Query, client } from './client.ts';

const EVERY_MS = 1_000;
type WatchOptions<Data> = {
  readonly query?: Query;
  /** Whether something goes on. */
  readonly running: (data: Data) => boolean;
  /** Milliseconds between looks while nothing does; never when left out. */
  readonly idleMs?: number;
};

/** What the server is busy with: asked each second while it is, and whenever the views of its path are refreshed. */
export const useWatched = <Shape extends z.ZodType>(
  path: string,
  shape: Shape,
  { query = {}, running, idleMs }: WatchOptions<z.output<Shape>>,
): UseQueryResult<z.output<Shape>> =>
  useQuery({
    queryKey: [path, 'watched', query],
    queryFn: async ({ signal }) => shape.parse(await client.get(path, query, { signal })),
    refetchInterval: ({ state }) => (state.data !== undefined && running(state.data) ? EVERY_MS : (idleMs ?? false)),
  });
