/** What the server says of the import before it is made, and the cells that were mended since. */
import { client, messageOf } from 'root-config/api';
import { useRef, useState } from 'react';
import { Report, cellKey, type Edits, type RefusedCell } from './import-wire.ts';

type Body = Readonly<Record<string, unknown>>;
const LIMIT_MS = 120_000;

/** Cells that were mended in the wizard; the file itself stays as it was read. */
const useEdits = () => {
  const [edits, setEdits] = useState<Edits>({});
  const [units, setUnits] = useState<Readonly<Record<string, string>>>({});
  return {
    edits,
    mend: ({ row, wire }: Pick<RefusedCell, 'row' | 'wire'>, value: string): void =>
      setEdits((before) => ({ ...before, [cellKey({ row, wire })]: { row, wire, value } })),
    units,
    /** Answers a question about a column's unit, by heading. */
    setUnit: (heading: string, value: string): void => setUnits((before) => ({ ...before, [heading]: value })),
    forgetEdits: (): void => {
      setEdits({});
      setUnits({});
    },
  };
};

/** Takes the next turn; the answer tells whether it is still the last. */
const useTurns = () => {
  const last = useRef(0);
  return (): (() => boolean) => {
    last.current += 1;
    const mine = last.current;
    return () => mine === last.current;
  };
};

export const useCheck = (fail: (message: string | undefined) => void) => {
  const [report, setReport] = useState<Report>();
  const [checking, setChecking] = useState(false);
  const edits = useEdits();
  const [consented, setConsented] = useState(0);
  const nextTurn = useTurns();
  /** @returns the report; undefined when it could not be made, or a later question overtook it. */
  const check = async (body: Body): Promise<Report | undefined> => {
    const isLatest = nextTurn();
    setChecking(true);
    try {
      const answer = Report.parse(await client.post('/biz-goods-in/import-check', body, { timeout: LIMIT_MS }));
      if (!isLatest()) return undefined;
      setReport(answer);
      fail(undefined);
      return answer;
    } catch (error) {
      if (isLatest()) fail(messageOf(error));
      return undefined;
    } finally {
      if (isLatest()) setChecking(false);
    }
  };
  return {
    report,
    checking,
    check,
    ...edits,
    consented,
    setConsented,
    /** Cells the server found wrong at import show like those of a check. */
    setProblems: (problems: readonly RefusedCell[]): void =>
      setReport((before) => before && { ...before, problems: [...problems], problemCount: problems.length }),
    /** Another file, or other columns: what was said of the old ones no longer holds. */
    outdated: (): void => {
      nextTurn();
      setChecking(false);
      setReport(undefined);
      setConsented(0);
    },
  };
};
