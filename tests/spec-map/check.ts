/** Which rules of the document have no test that ran and passed. */
import type { Row } from './row.ts';

export type Ran = ReadonlyMap<string, string>;

type Report = {
  readonly testResults: readonly {
    readonly name: string;
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
  }[];
};
/** `file: name` → how it ended; a test that ran twice counts as its worse end. */
export const ranIn = (report: Report, root: string): Ran => {
  const ran = new Map<string, string>();
  for (const { name, assertionResults } of report.testResults) {
    const file = name.startsWith(root) ? name.slice(root.length).replace(/^\//, '') : name;
    for (const { fullName, status } of assertionResults) {
      const key = `${file}: ${fullName}`;
      if (ran.get(key) === undefined || ran.get(key) === 'passed') ran.set(key, status);
    }
  }
  return ran;
};

/** One sentence for each missing or failing test of a rule; rules without any test are named too. */
export const unproved = (rows: readonly Row[], ran: Ran): readonly string[] =>
  rows.flatMap(({ section, rule, tests }) =>
    tests.length === 0
      ? [`${section} ${rule}: no test is named`]
      : tests.flatMap((test) => {
          const ended = ran.get(test);
          return ended === 'passed' ? [] : [`${section} ${rule}: ${test} ${ended ?? 'did not run'}`];
        }),
  );
