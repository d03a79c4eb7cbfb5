import { AnchoredOverlay, Button, Checkbox } from '@primer/react';
import { useState } from 'react';
import { PLAIN, isShown, moved, ordered, toggled, type Arrangement } from './arrangement.ts';
import type { Column } from './types.ts';

type Props<Row extends object> = {
  readonly columns: readonly Column<Row>[];
  readonly arrangement: Arrangement;
  readonly onArrange: (arrangement: Arrangement) => void;
  /** Rows of all lists with more room; default: as many rows as can be read. */
  readonly roomy: boolean;
  readonly onRoomy: (roomy: boolean) => void;
};
/** Which columns, in which order; remembered per user. */
export const ColumnsMenu = <Row extends object>({ columns, arrangement, onArrange, roomy, onRoomy }: Props<Row>) => {
  const [open, setOpen] = useState(false);
  const list = ordered(columns, arrangement);
  const fields = list.map(({ field }) => field);
  const move = (from: string, to: string | undefined): void => {
    if (to !== undefined) onArrange({ ...arrangement, order: moved(fields, from, to) });
  };
  return (
    <AnchoredOverlay
      open={open}
      onOpen={() => setOpen(true)}
      onClose={() => setOpen(false)}
      focusZoneSettings={{ disabled: true }}
      overlayProps={{ role: 'dialog', 'aria-label': '列设置' }}
      renderAnchor={(anchor) => (
        <Button {...anchor} variant="invisible">
          列设置
        </Button>
      )}
    >
      <div className="ui-columns-menu">
        <ul>
          {list.map((column, index) => (
            <li key={column.field}>
              <label>
                <Checkbox
                  checked={isShown(column, arrangement)}
                  onChange={() => onArrange(toggled(column, arrangement))}
                />
                {column.title}
              </label>
              <button
                type="button"
                className="ui-link"
                disabled={index === 0}
                aria-label={`${column.title}前移`}
                onClick={() => move(column.field, fields[index - 1])}
              >
                ↑
              </button>
              <button
                type="button"
                className="ui-link"
                disabled={index === list.length - 1}
                aria-label={`${column.title}后移`}
                onClick={() => move(column.field, fields[index + 1])}
              >
                ↓
              </button>
            </li>
          ))}
        </ul>
        <label>
          <Checkbox checked={roomy} onChange={() => onRoomy(!roomy)} />
          行距宽松
        </label>
        <button type="button" className="ui-link" onClick={() => onArrange(PLAIN)}>
          恢复默认
        </button>
      </div>
    </AnchoredOverlay>
  );
};
