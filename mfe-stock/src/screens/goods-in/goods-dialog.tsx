/** 首饰入库: three tabs, computed name, weight, cost and price; 确定 goes on with the next piece (S0§2, §4). */
import { goodsInList, type GoodsInRow } from 'projections/goods-in/contract';
import { RouterLink, can, toast, useConfig, useLockShops, useScanner } from 'root-config/api';
import {
  DocumentHistory,
  FormDialog,
  atMoment,
  confirm,
  shopToday,
  type FormButton,
  type FormMode,
} from 'root-config/ui';
import { useMemo, useState } from 'react';
import { GoodsInBody } from 'services/goods/contract';
import { printRecord } from '../../labels/labels.tsx';
import { goodsSections } from './goods-sections.ts';
import { FRESH, bodyOf, shared, type GoodsValues } from './goods-values.ts';
import { Scale } from './scale.tsx';

type Props = {
  readonly row: GoodsInRow | null;
  readonly mode: FormMode;
  /** ISO 8601: as it was then. */
  readonly asOf: string | undefined;
  readonly onSaved: () => void;
  readonly onClose: () => void;
};
const TITLES: Record<FormMode, string> = { add: '新增首饰入库', edit: '编辑首饰入库', view: '查看首饰入库' };

const focusField = (name: string): void => {
  requestAnimationFrame(() =>
    document.querySelector<HTMLElement>(`[data-field="${name}"] :is(input, button)`)?.focus(),
  );
};
/** A scanned certificate or serial number goes into the field that has the focus, not to the list behind. */
const typeScan = (code: string): void => {
  const field = document.activeElement;
  const takesText = field instanceof HTMLInputElement && field.inputMode !== 'decimal' && !field.readOnly;
  if (!takesText || field.closest('[data-field]') === null) {
    toast.info('请先把光标放到证书号或序列号，再扫码');
    return;
  }
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, code);
  field.dispatchEvent(new Event('input', { bubbles: true }));
};
const ONLINE = 'biz:bizGoodsIn:print';
const OFFLINE = 'biz:bizGoodsIn:offlinePrint';
const mayPrint = (): boolean => can(ONLINE) || can(OFFLINE);
/** With print_direct the label prints at once; otherwise somebody is asked. */
const offerLabel = async (id: number, template: string, direct: boolean): Promise<void> => {
  const print =
    direct || (await confirm({ title: '打印标签', text: '保存成功，是否打印标签？', ok: '打印', cancel: '不打印' }));
  if (print) await printRecord(id, template, can(ONLINE) ? 'any' : 'page');
  focusField('fineness');
};
const buttonsFor = (row: GoodsInRow | null, mode: FormMode): readonly FormButton<GoodsValues>[] => [
  { name: 'confirm', label: '确定', variant: 'primary' },
  { name: 'save', label: '仅保存' },
  ...(row === null || mode !== 'view' ? [] : printButtons(row)),
];
/** Of a record that is there: through the print service, or by the browser. */
const printButtons = ({ id, printTemplate }: GoodsInRow): FormButton<GoodsValues>[] =>
  [
    { name: 'online', label: '在线打印', key: ONLINE, way: 'service' as const },
    { name: 'print', label: '打印', key: OFFLINE, way: 'page' as const },
  ]
    .filter(({ key }) => can(key))
    .map(({ name, label, way }) => ({
      name,
      label,
      always: true,
      press: () => void printRecord(id, printTemplate, way),
    }));

export const GoodsDialog = ({ row, mode, asOf, onSaved, onClose }: Props) => {
  const direct = useConfig('print_direct') === 'true';
  const { preset } = useLockShops();
  useScanner(typeScan);
  const sections = useMemo(() => goodsSections(mode), [mode]);
  // The form comes back to this object after each saved piece, so it carries over what the next one shares.
  const [fresh] = useState<Partial<GoodsValues>>(() => ({
    ...FRESH,
    ...(preset !== null && { shopId: preset }),
    inStorageAt: shopToday(),
  }));
  return (
    <FormDialog<GoodsValues>
      title={row === null ? TITLES[mode] : `${TITLES[mode]} ${row.no}`}
      mode={mode}
      width={1000}
      path={goodsInList.path}
      {...(row === null
        ? { initial: fresh }
        : {
            initial: row,
            source: atMoment(`${goodsInList.path}/${row.id}`, asOf),
          })}
      body={(values) => bodyOf(values, mode)}
      schema={GoodsInBody}
      sections={sections}
      buttons={buttonsFor(row, mode)}
      onSaved={(answer, values, button) => {
        onSaved();
        if (mode !== 'add' || button !== 'confirm') return undefined;
        Object.assign(fresh, shared(values));
        if (mayPrint()) void offerLabel(Number(answer), values.printTemplate, direct);
        return 'again';
      }}
      onClose={onClose}
      {...(mode === 'add' && { aside: (form) => <Scale form={form} /> })}
      {...(row !== null &&
        mode === 'view' && {
          aside: () => (
            <>
              <p style={{ margin: '8px 0 0' }}>
                <RouterLink to={`/stock/goods-flow?barcode=${encodeURIComponent(row.barcode)}`}>
                  查看这件首饰的流水和经历
                </RouterLink>
              </p>
              <DocumentHistory path={`${goodsInList.path}/${row.id}`} asOf={asOf} />
            </>
          ),
        })}
    />
  );
};
