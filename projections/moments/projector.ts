/** Where the log stood at a moment: the table behind `asOf` (see platform/queries/as-of.ts). */
import { ledger, type Row } from '../platform/projection/projection.ts';

export type Moment = Row & { readonly at_ms: number };

export const moments = ledger<Moment>({
  name: 'moments',
  version: 1,
  ddl: new URL('./table.sql', import.meta.url),
  table: 'moments',
  events: ['*'],
  // Clocks of two api processes differ a little: a moment never lies before the one of an earlier event.
  rows: (event, last) => {
    const at = Date.parse(event.meta.at);
    return last === null || at > last.at_ms ? [{ at_ms: at }] : [];
  },
});
