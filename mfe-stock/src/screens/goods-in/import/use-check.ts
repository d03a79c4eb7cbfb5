/** What the server says of the import before it is made, and the cells that were mended since. */
import { client, messageOf } from 'root-config/api';
import { useRef, useState } from 'react';
import { Report, cellKey, type Edits, type RefusedCell } from './import-wire.ts';

type Body = Readonly<Record<string, unknown>>;
const LIMIT_MS = 120_000;

export const useCheck = (fail: (message: string | undefined) => void) => {
  const [report, setReport] = useState<Report>();
  const [checking, setChecking] = useState(false);
  const [edits, setEdits] = useState<Edits>({});
  const [consented, setConsented] = useState(0);
  const asked = useRef(0);
  /** @returns the report; undefined when it could not be made, or a later question overtook it. */
  const check = async (body: Body): Promise<Report | undefined> => {
    asked.current += 1;
    const mine = asked.current;
    setChecking(true);
    try {
      const answer = Report.parse(await client.post('/biz-goods-in/import-check', body, { timeout: LIMIT_MS }));
      if (mine !== asked.current) return undefined;
      setReport(answer);
      fail(undefined);
      return answer;
    } catch (error) {
      if (mine === asked.current) fail(messageOf(error));
      return undefined;
    } finally {
      if (mine === asked.current) setChecking(false);
    }
  };
  return {
    report,
    checking,
    check,
    edits,
    consented,
    setConsented,
    mend: ({ row, wire }: Pick<RefusedCell, 'row' | 'wire'>, value: string): void =>
      setEdits((before) => ({ ...before, [cellKey({ row, wire })]: { row, wire, value } })),
    /** Cells the server found wrong at import show like those of a check. */
    setProblems: (problems: readonly RefusedCell[]): void =>
      setReport((before) =>
        before === undefined ? before : { ...before, problems: [...problems], problemCount: problems.length },
      ),
    /** Another file, or other columns: what was said of the old ones no longer holds. */
    outdated: (): void => {
      asked.current += 1;
      setChecking(false);
      setReport(undefined);
      setConsented(0);
    },
    forgetEdits: (): void => setEdits({}),
  };
};
