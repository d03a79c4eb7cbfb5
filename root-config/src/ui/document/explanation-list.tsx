/** `explain` of a report: a total opens into the events behind it. */
import type { Column, ListSpec } from '../list/types.ts';
import { ExplainPanel } from '../lazy-dialogs.tsx';

/** `path` is `<report>/explain`; the panel is titled and shown like the column of the total. */
export const explainedBy =
  <Row extends object>(path: string, columns: readonly Column<Row>[]): NonNullable<ListSpec<Row>['explain']> =>
  (field, screen) => {
    // A total may have another name than its column.
    const column = columns.find((one) => one.total === field) ?? columns.find((one) => one.field === field);
    return column === undefined ? null : (
      <ExplainPanel
        path={path}
        field={field}
        title={column.totalTitle ?? column.title}
        kind={column.kind}
        query={screen.query}
        asOf={screen.asOf}
        onClose={screen.close}
      />
    );
  };
