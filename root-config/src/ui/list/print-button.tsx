/** 打印 of a report: all its rows of one moment, in one answer. */
import { Button } from '@primer/react';
import { can, client, messageOf, parseRows, parseSums, toast } from 'root-config/api';
import { useState } from 'react';
import { count } from '../format/show.ts';
import { confirm } from '../pieces/confirm.tsx';
import { shopToday } from '../pieces/date-window.ts';
import { shownColumns } from './arrangement.ts';
import { useWordsOf } from './filter-bar.tsx';
import { tokensOf, type WordsOf } from './filter-model.ts';
import type { PaperProps } from './report-paper.tsx';
import type { ListState } from './use-list.ts';
import type { ListEndpoint, ListSpec, RowOfEndpoint, ScreenHandle } from './types.ts';

/** Fifty sheets: whoever needs more takes the file. */
const MOST_ROWS = 2_000;
type Row = Record<string, unknown>;
type Props<E extends ListEndpoint> = {
  readonly endpoint: E;
  readonly spec: ListSpec<RowOfEndpoint<E>>;
  readonly list: ListState<E>;
  readonly screen: ScreenHandle;
};

/** A person that is looked for is named in the rows. */
const named =
  (words: WordsOf, [row]: readonly Row[]): WordsOf =>
  (filter, value) => {
    if (filter.kind !== 'remote') return words(filter, value);
    const name = row?.[filter.name.replace(/Id$/, 'Name')];
    return typeof name === 'string' && name !== '' ? name : undefined;
  };

export const PrintButton = <E extends ListEndpoint>({ endpoint, spec, list, screen }: Props<E>) => {
  const [running, setRunning] = useState(false);
  const words = useWordsOf(list.allFilters);
  const paperOf = async (): Promise<Omit<PaperProps, 'columns'>> => {
    const asked = { ...list.query, pageIndex: 1, pageSize: MOST_ROWS };
    const [answer, sums] = await Promise.all([
      client.get(`${endpoint.path}/rows`, asked),
      client.get(`${endpoint.path}/totals`, list.query),
    ]);
    const rows = parseRows(endpoint, answer).rows as readonly Row[];
    const { count: all, totals } = parseSums(endpoint, sums);
    const tokens = tokensOf(list.allFilters, list.values, { words: named(words, rows), today: shopToday() });
    const isShopChosen =
      list.filters.some(({ kind }) => kind === 'shop') && !tokens.some(({ label }) => label.startsWith('分店：'));
    return {
      title: spec.title,
      filters: [...(isShopChosen ? ['分店：全部'] : []), ...tokens.map(({ label }) => label)],
      asOf: screen.asOf,
      printedAt: new Date().toISOString(),
      rows,
      totals: (totals ?? {}) as Row,
      count: all,
      counts: spec.counts ?? '全部',
      screen,
    };
  };
  const print = async (): Promise<void> => {
    setRunning(true);
    try {
      const [{ printPaper }, paper] = await Promise.all([import('./report-paper.tsx'), paperOf()]);
      const text = `共 ${count(paper.count)} 条，只打印前 ${count(MOST_ROWS)} 条和全部的合计。要全部的行请用导出。`;
      if (paper.count > MOST_ROWS && !(await confirm({ title: '打印', text, ok: '打印' }))) return;
      const mine = spec.columns.filter(
        ({ allow }) => allow === undefined || can(allow),
      ) as unknown as PaperProps['columns'];
      const columns = shownColumns(mine, list.arrangement).filter(({ kind }) => kind !== 'picture');
      printPaper({ ...paper, columns, totalled: mine });
    } catch (error) {
      toast.error(messageOf(error));
    } finally {
      setRunning(false);
    }
  };
  return (
    <Button loading={running} loadingAnnouncement="正在准备打印…" onClick={() => void print()}>
      打印
    </Button>
  );
};
