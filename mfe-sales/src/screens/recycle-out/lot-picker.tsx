/** 选择旧料: what the shop has free, oldest first. */
import type { FreeLot } from 'projections/recycle-outs/contract';
import { Button, openOverlay, weight, type FormHandle, type LineModel } from 'root-config/ui';
import { Picker, type Choice } from '../../order/picker.tsx';
import { freeLotsOf, lineOf, type LotLine } from './lots.ts';
import type { RecycleOutValues } from './values.ts';

type Props = {
  readonly shopId: number;
  readonly lines: LineModel<LotLine>;
  readonly onClose: () => void;
};
const shownOf = (lot: FreeLot, taken: boolean): Choice => {
  const { lotId, lotNo, fineness, type, style, name, source, inAt, free } = lot;
  return {
    key: String(lotId),
    words: [lotNo, fineness, type, style, name],
    label: `${lotNo} ${fineness}`,
    title: `${lotNo} ${fineness}`,
    facts: [type, style, name, source, inAt],
    sum: weight(free),
    sumNote: '可出库',
    why: taken ? '已在本单' : null,
  };
};
const LotPicker = ({ shopId, lines, onClose }: Props) => (
  <Picker
    title="选择旧料"
    placeholder="编号、成色、款式或名称"
    label="可出库的旧料"
    unit="批"
    none="本店没有可出库的旧料：先回收并审核"
    queryKey={['free-lots', shopId]}
    load={(signal) => freeLotsOf({ shopId }, signal)}
    show={(lot) => shownOf(lot, lines.has(lot.lotNo))}
    onAdd={(lots) => lines.append(lots.map(lineOf), true)}
    onClose={onClose}
  />
);

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
