export const SERVER_FLAGS: readonly string[];
export const SERVER_ENV: Readonly<Record<string, string>>;
export const isInstalled: (folder: string, how: { readonly running: boolean }) => boolean;
