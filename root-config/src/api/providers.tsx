import { BaseStyles } from '@primer/react';
import { ThemeProvider } from '@primer/react/next';
import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { queryClient } from './query-client.ts';
import { useTheme } from './theme.ts';

/** What every React root of the page stands in: the theme and the one query cache. */
export const AppProviders = ({ children }: { children: ReactNode }) => {
  const { scheme } = useTheme();
  const dark = scheme.startsWith('dark');
  return (
    <ThemeProvider
      colorMode={dark ? 'night' : 'day'}
      dayScheme={dark ? 'light' : scheme}
      nightScheme={dark ? scheme : 'dark'}
    >
      <QueryClientProvider client={queryClient}>
        <BaseStyles>{children}</BaseStyles>
      </QueryClientProvider>
    </ThemeProvider>
  );
};
