/** 选择旧料: what the shop has free, oldest first. */
import { useQuery } from '@tanstack/react-query';
import type { FreeLot } from 'projections/recycle-outs/contract';
import { messageOf } from 'root-config/api';
import {
  Button,
  Checkbox,
  Dialog,
  EmptyState,
  Spinner,
  TextInput,
  openOverlay,
  weight,
  type FormHandle,
  type LineModel,
} from 'root-config/ui';
import { useRef, useState } from 'react';
import { freeLotsOf, lineOf, type LotLine } from './lots.ts';
import type { RecycleOutValues } from './values.ts';

type Props = {
  readonly shopId: number;
  readonly lines: LineModel<LotLine>;
  readonly onClose: () => void;
};
const item = {
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr) auto',
  gap: 12,
  alignItems: 'center',
  padding: '8px 12px',
  border: '1px solid var(--borderColor-default)',
  borderRadius: 6,
  cursor: 'pointer',
  '&:has(:checked)': { borderColor: 'var(--borderColor-accent-emphasis)', background: 'var(--bgColor-accent-muted)' },
  '&:has(:disabled)': { cursor: 'default', color: 'var(--fgColor-muted)' },
  '& small': { display: 'block', color: 'var(--fgColor-muted)' },
  '& .sum': { textAlign: 'right', fontVariantNumeric: 'tabular-nums' },
} as const;
const wordsOf = ({ lotNo, fineness, type, style, name }: FreeLot): readonly string[] => [
  lotNo,
  fineness,
  type,
  style,
  name,
];
const has = (lot: FreeLot, text: string): boolean =>
  wordsOf(lot).some((one) => one.toUpperCase().includes(text.trim().toUpperCase()));

type LotProps = {
  readonly lot: FreeLot;
  readonly taken: boolean;
  readonly chosen: boolean;
  readonly onChoose: (chosen: boolean) => void;
};
const LotItem = ({ lot, taken, chosen, onChoose }: LotProps) => (
  <li>
    <label css={item}>
      <Checkbox
        checked={chosen}
        disabled={taken}
        aria-label={`${lot.lotNo} ${lot.fineness}`}
        onChange={(event) => onChoose(event.target.checked)}
      />
      <span>
        {lot.lotNo} {lot.fineness}
        <small>{[lot.type, lot.style, lot.name, lot.source, lot.inAt].filter(Boolean).join(' · ')}</small>
      </span>
      <span className="sum">
        <strong>{weight(lot.free)}</strong>
        <small>{taken ? '已在本单' : '可出库'}</small>
      </span>
    </label>
  </li>
);

const toggled = (chosen: ReadonlySet<number>, lotId: number, on: boolean): ReadonlySet<number> => {
  const next = new Set(chosen);
  if (on) next.add(lotId);
  else next.delete(lotId);
  return next;
};
const LotPicker = ({ shopId, lines, onClose }: Props) => {
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const search = useRef<HTMLInputElement>(null);
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['free-lots', shopId],
    queryFn: ({ signal }) => freeLotsOf({ shopId }, signal),
    staleTime: 0,
  });
  const shown = (data ?? []).filter((lot) => has(lot, text));
  const done = (): void => {
    lines.append((data ?? []).filter(({ lotId }) => chosen.has(lotId)).map(lineOf), true);
    onClose();
  };
  return (
    <Dialog
      title="选择旧料"
      width="xlarge"
      initialFocusRef={search}
      onClose={onClose}
      footerButtons={[
        { content: '取消', onClick: onClose },
        {
          content: chosen.size === 0 ? '添加' : `添加 ${chosen.size} 批`,
          buttonType: 'primary',
          disabled: chosen.size === 0,
          onClick: done,
        },
      ]}
    >
      <div css={{ display: 'grid', gap: 12 }}>
        <TextInput
          ref={search}
          block
          aria-label="查找"
          placeholder="编号、成色、款式或名称"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        {isPending ? <Spinner /> : null}
        {error === null ? null : (
          <p className="ui-problem" role="alert">
            {messageOf(error)} <Button onClick={() => void refetch()}>重试</Button>
          </p>
        )}
        {data === undefined || shown.length > 0 ? null : (
          <EmptyState title={data.length === 0 ? '本店没有可出库的旧料：先回收并审核' : '没有找到'} />
        )}
        <ul css={{ display: 'grid', gap: 6, margin: 0, padding: 0, listStyle: 'none' }} aria-label="可出库的旧料">
          {shown.map((lot) => (
            <LotItem
              key={lot.lotId}
              lot={lot}
              taken={lines.has(lot.lotNo)}
              chosen={chosen.has(lot.lotId)}
              onChoose={(on) => setChosen(toggled(chosen, lot.lotId, on))}
            />
          ))}
        </ul>
      </div>
    </Dialog>
  );
};

type ButtonProps = { readonly form: FormHandle<RecycleOutValues>; readonly lines: LineModel<LotLine> };
export const LotPickerButton = ({ form, lines }: ButtonProps) => (
  <Button
    size="small"
    onClick={() => {
      const { shopId } = form.values;
      if (shopId === undefined) form.setProblems([{ path: 'shopId', message: '分店名称不能为空' }], true);
      else openOverlay((close) => <LotPicker shopId={shopId} lines={lines} onClose={close} />);
    }}
  >
    选择旧料
  </Button>
);
