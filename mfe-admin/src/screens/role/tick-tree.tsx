/** A tree to tick in; each branch folds, the keyboard goes through it as through any boxes. */
import { Checkbox, count } from 'root-config/ui';
import type { KeyboardEvent } from 'react';
import { countOf, pressed, tickOf, type Choice } from './ticks.ts';

const frame = {
  maxHeight: 320,
  padding: '4px 8px',
  overflow: 'auto',
  border: '1px solid var(--borderColor-default)',
  borderRadius: 6,
} as const;
const line = { display: 'inline-flex', alignItems: 'center', gap: 6, padding: '3px 0', fontWeight: 'normal' } as const;
const list = { margin: 0, paddingLeft: 20, listStyle: 'none' } as const;

type Props = {
  readonly label: string;
  readonly tree: readonly Choice[];
  readonly ids: readonly number[];
  readonly disabled: boolean;
  readonly onChange: (ids: readonly number[]) => void;
};
const Box = ({ entry, tree, ids, disabled, onChange }: Props & { readonly entry: Choice }) => {
  const tick = tickOf(entry, new Set(ids));
  return (
    <label css={line}>
      <Checkbox
        checked={tick === 'all'}
        indeterminate={tick === 'some'}
        disabled={disabled}
        onChange={() => onChange(pressed(tree, ids, entry))}
      />{' '}
      {entry.label}
    </label>
  );
};
/** In a form Enter goes to the next field; here it opens and closes. */
const folds = (event: KeyboardEvent): void => {
  if (event.key === 'Enter') event.stopPropagation();
};
const Branch = ({ entries, ...props }: Props & { readonly entries: readonly Choice[] }) => (
  <ul css={list}>
    {entries.map((entry) => (
      <li key={entry.id}>
        {entry.children.length === 0 ? (
          <Box entry={entry} {...props} />
        ) : (
          <details>
            <summary onKeyDown={folds}>
              <Box entry={entry} {...props} />
            </summary>
            <Branch {...props} entries={entry.children} />
          </details>
        )}
      </li>
    ))}
  </ul>
);
export const TickTree = (props: Props) => (
  <div role="group" aria-label={props.label}>
    <div css={frame}>
      <Branch {...props} entries={props.tree} />
    </div>
    <span className="ui-hint">已选 {count(countOf(props.tree, props.ids))} 项</span>
  </div>
);
