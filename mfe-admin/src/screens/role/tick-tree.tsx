/** A tree to tick in; each branch folds, the keyboard goes through it as through any boxes. */
import { Checkbox, TextInput, count } from 'root-config/ui';
import { useState, type KeyboardEvent } from 'react';
import { countOf, matching, pressed, tickOf, type Choice } from './ticks.ts';

const frame = {
  maxHeight: 320,
  padding: '4px 8px',
  overflow: 'auto',
  border: '1px solid var(--borderColor-default)',
  borderRadius: 6,
} as const;
const whole = { display: 'grid', gap: 4 } as const;
const line = { display: 'inline-flex', alignItems: 'center', gap: 6, padding: '3px 0', fontWeight: 'normal' } as const;
const list = { margin: 0, paddingLeft: 20, listStyle: 'none' } as const;

type Props = {
  readonly label: string;
  readonly tree: readonly Choice[];
  readonly ids: readonly number[];
  readonly disabled: boolean;
  readonly onChange: (ids: readonly number[]) => void;
  /** What a field above the tree asks for; absent: none. */
  readonly search?: string;
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
type BranchProps = Props & {
  readonly entries: readonly Choice[];
  /** All branches stand open: somebody looks for something in them. */
  readonly open: boolean;
};
const Branch = ({ entries, ...props }: BranchProps) => (
  <ul css={list}>
    {entries.map((entry) => (
      <li key={entry.id}>
        {entry.children.length === 0 ? (
          <Box entry={entry} {...props} />
        ) : (
          <details open={props.open}>
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
export const TickTree = (props: Props) => {
  const [text, setText] = useState('');
  const sought = text.trim();
  const entries = sought === '' ? props.tree : matching(props.tree, sought);
  return (
    <div role="group" aria-label={props.label} css={whole}>
      {props.search !== undefined && (
        <TextInput
          block
          size="small"
          aria-label={props.search}
          placeholder={props.search}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      )}
      <div css={frame}>
        {/* Folded again as they were once nothing is looked for. */}
        <Branch key={sought} {...props} entries={entries} open={sought !== ''} />
        {entries.length === 0 && <p className="ui-hint">{sought === '' ? '没有可选的内容' : `没有“${sought}”`}</p>}
      </div>
      <span className="ui-hint">已选 {count(countOf(props.tree, props.ids))} 项</span>
    </div>
  );
};
