/** The environment of this process: the only file of the house that reads process.env. Settings are made of it in config.ts. */
export const environment: Readonly<Record<string, string | undefined>> = process.env;

/** What a process that is started here gets of it: those of the names that are set. Settings and secrets are handed over, if at all. */
export const handedOn = (...names: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = environment[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
