import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './errors.ts';

/** The one cache of the page: what one micro-frontend loaded, another shows at once. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      gcTime: 10 * 60_000,
      refetchOnWindowFocus: false,
      // A definite no stays a no; a lost connection or a busy server is tried again.
      retry: (failures, error) =>
        failures < 2 && error instanceof ApiError && (error.networkLost || error.status === 503),
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});

/** Marks the lists under these paths as out of date; shown ones reload and keep their rows meanwhile. */
export const refreshViews = async (views: readonly string[]): Promise<void> => {
  await queryClient.invalidateQueries({
    predicate: ({ queryKey: [path] }) =>
      typeof path === 'string' && views.some((view) => path === view || path.startsWith(`${view}/`)),
  });
};
/** Marks the lists of this path alone as out of date: a record below it that somebody is editing stays as it was read. */
export const refreshList = (path: string): Promise<void> =>
  queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] === path });
