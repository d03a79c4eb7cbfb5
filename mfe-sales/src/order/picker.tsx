/** A dialog in which some of what is there are chosen for a document: looked for by a word, each with what it comes to. */
import { useQuery } from '@tanstack/react-query';
import { messageOf } from 'root-config/api';
import { Button, Checkbox, Dialog, EmptyState, Spinner, TextInput, Thumb } from 'root-config/ui';
import { Fragment, useRef, useState, type ReactNode } from 'react';

export type Choice = {
  readonly key: string;
  /** By which it is found. */
  readonly words: readonly string[];
  readonly label: string;
  readonly title: ReactNode;
  readonly facts: readonly string[];
  /** Empty for none; left out where none has one. */
  readonly picture?: string;
  readonly sum: string;
  readonly sumNote: string;
  /** In the place of `sumNote`: why it cannot be chosen. */
  readonly why: string | null;
};
type Props<Row> = {
  readonly title: string;
  readonly placeholder: string;
  /** Of the list. */
  readonly label: string;
  /** Behind a number of them. */
  readonly unit: string;
  readonly none: string;
  readonly queryKey: readonly unknown[];
  readonly load: (signal: AbortSignal) => Promise<readonly Row[]>;
  readonly show: (row: Row) => Choice;
  readonly onAdd: (rows: Row[]) => void;
  readonly onClose: () => void;
};

const item = {
  display: 'grid',
  gridAutoFlow: 'column',
  gap: 12,
  alignItems: 'center',
  padding: '8px 12px',
  border: '1px solid var(--borderColor-default)',
  borderRadius: 6,
  cursor: 'pointer',
  '&:has(:checked)': { borderColor: 'var(--borderColor-accent-emphasis)', background: 'var(--bgColor-accent-muted)' },
  '&:has(:disabled)': { cursor: 'default', color: 'var(--fgColor-muted)' },
  '& small': { display: 'block', color: 'var(--fgColor-muted)' },
  // A day is never cut at its hyphen; what is longer than the line still goes on.
  '& .fact': { display: 'inline-block' },
  '& .sum': { textAlign: 'right', fontVariantNumeric: 'tabular-nums' },
} as const;
const columnsOf = (picture: string | undefined): string =>
  `auto ${picture === undefined ? '' : '44px '}minmax(0, 1fr) auto`;
const PictureOf = ({ name }: { readonly name: string }) =>
  name === '' ? <span /> : <Thumb names={[name]} size={36} />;

type ItemProps = { readonly one: Choice; readonly chosen: boolean; readonly onChoose: (chosen: boolean) => void };
const Item = ({ one, chosen, onChoose }: ItemProps) => (
  <li>
    <label css={{ ...item, gridTemplateColumns: columnsOf(one.picture) }}>
      <Checkbox
        checked={chosen}
        disabled={one.why !== null}
        aria-label={one.label}
        onChange={(event) => onChoose(event.target.checked)}
      />
      {one.picture === undefined ? null : <PictureOf name={one.picture} />}
      <span>
        {one.title}
        <small>
          {[...new Set(one.facts.filter(Boolean))].map((fact, index) => (
            <Fragment key={fact}>
              {index > 0 && ' · '}
              <span className="fact">{fact}</span>
            </Fragment>
          ))}
        </small>
      </span>
      <span className="sum">
        <strong>{one.sum}</strong>
        <small>{one.why ?? one.sumNote}</small>
      </span>
    </label>
  </li>
);

const has = ({ words }: Choice, text: string): boolean =>
  words.some((one) => one.toUpperCase().includes(text.trim().toUpperCase()));
const toggled = (chosen: ReadonlySet<string>, key: string, on: boolean): ReadonlySet<string> =>
  new Set(on ? [...chosen, key] : [...chosen].filter((one) => one !== key));

export const Picker = <Row,>({ title, placeholder, label, unit, none, onClose, ...props }: Props<Row>) => {
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const search = useRef<HTMLInputElement>(null);
  const { data, error, isPending, refetch } = useQuery({
    queryKey: props.queryKey,
    queryFn: ({ signal }) => props.load(signal),
    staleTime: 0,
  });
  const all = (data ?? []).map((row) => ({ row, one: props.show(row) }));
  const shown = all.filter(({ one }) => has(one, text));
  const add = (): void => {
    props.onAdd(all.filter(({ one }) => chosen.has(one.key)).map(({ row }) => row));
    onClose();
  };
  const isNone = chosen.size === 0;
  const adding = { content: isNone ? '添加' : `添加 ${chosen.size} ${unit}`, disabled: isNone, onClick: add };
  return (
    <Dialog
      title={title}
      width="xlarge"
      initialFocusRef={search}
      onClose={onClose}
      footerButtons={[
        { content: '取消', onClick: onClose },
        { buttonType: 'primary', ...adding },
      ]}
    >
      <div css={{ display: 'grid', gap: 12 }}>
        <TextInput
          ref={search}
          block
          aria-label="查找"
          placeholder={placeholder}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        {isPending ? <Spinner /> : null}
        {error === null ? null : (
          <p className="ui-problem" role="alert">
            {messageOf(error)} <Button onClick={() => void refetch()}>重试</Button>
          </p>
        )}
        {data === undefined || shown.length > 0 ? null : <EmptyState title={data.length === 0 ? none : '没有找到'} />}
        <ul css={{ display: 'grid', gap: 6, margin: 0, padding: 0, listStyle: 'none' }} aria-label={label}>
          {shown.map(({ one }) => (
            <Item
              key={one.key}
              one={one}
              chosen={chosen.has(one.key)}
              onChoose={(on) => setChosen(toggled(chosen, one.key, on))}
            />
          ))}
        </ul>
      </div>
    </Dialog>
  );
};
