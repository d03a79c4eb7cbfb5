/** words: one row a word, as it was given. */
import type { WordEvent } from 'services/approval/contract';
import type { Recorded } from 'services/event-store/port';
import { keyed, type Row } from '../platform/projection/projection.ts';

type WordRow = Row & { readonly word: string; readonly disowned: boolean };
type Rows = readonly WordRow[];

const fold = (rows: Rows, event: Recorded): Rows => {
  const { type, data } = event as unknown as WordEvent;
  switch (type) {
    case 'WordGiven':
      return [
        {
          word: data.word,
          at: event.meta.at,
          shop_id: data.shopId,
          approver_id: data.approver.id,
          asker_name: data.asker.name,
          way: data.way,
          act: data.act,
          document_no: data.documentNo,
          reason: data.reason,
          till: data.till,
          lines: data.lines,
          disowned: false,
        },
      ];
    case 'WordDisowned':
      return rows.map((row) => ({ ...row, disowned: true }));
    default:
      return rows;
  }
};

export default keyed<WordRow>({
  name: 'words',
  version: 1,
  ddl: new URL('./table.sql', import.meta.url),
  table: 'words',
  events: ['WordGiven', 'WordDisowned'],
  key: 'word',
  identity: ['word'],
  keyOf: ({ data }) => (data as WordEvent['data']).word,
  fold,
});
