/** 首饰入库: all of a usual piece on one screen, the price in sight; 确定 goes on with the next piece (S0§2, §4). */
import { goodsInList, type GoodsInRow } from 'projections/goods-in/contract';
import { RouterLink, can, messageOf, toast, useConfig, useLockShops, useScanner } from 'root-config/api';
import { DocumentHistory, FormDialog, atMoment, shopToday, type FormButton, type FormMode } from 'root-config/ui';
import { useMemo, useState } from 'react';
import { GoodsInBody } from 'services/goods/contract';
import { printRecord } from '../../labels/labels.tsx';
import { GivenValues } from './given-values.tsx';
import { goodsSections } from './goods-sections.ts';
import { FRESH, bodyOf, shared, type GoodsValues } from './goods-values.ts';
import { SavedStrip, savedPiece, type SavedPiece } from './saved-piece.tsx';

export type GoodsDialogProps = {
  readonly row: GoodsInRow | null;
  readonly mode: FormMode;
  /** ISO 8601: as it was then. */
  readonly asOf: string | undefined;
  readonly onSaved: () => void;
  readonly onClose: () => void;
};
const TITLES: Record<FormMode, string> = { add: '新增首饰入库', edit: '编辑首饰入库', view: '查看首饰入库' };

/** Fields that are scanned; any other keeps its text. */
const CODES: ReadonlySet<string> = new Set(['serialNo', 'cerif', 'batchNo', 'styleNo']);
/** A scanned certificate or serial number goes into the field that has the focus, not to the list behind. */
const typeScan = (code: string): void => {
  const field = document.activeElement;
  const name = field?.closest<HTMLElement>('[data-field]')?.dataset['field'] ?? '';
  if (!(field instanceof HTMLInputElement) || field.readOnly || !CODES.has(name)) {
    toast.warning('请先把光标放到证书号或序列号，再扫码');
    return;
  }
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, code);
  field.dispatchEvent(new Event('input', { bubbles: true }));
};
const ONLINE = 'biz:bizGoodsIn:print';
const OFFLINE = 'biz:bizGoodsIn:offlinePrint';
const mayPrint = (): boolean => can(ONLINE) || can(OFFLINE);
/** How this button prints; null: it only saves. */
const wayOf = (button: string): 'service' | 'page' | null =>
  button === 'online' ? 'service' : button === 'print' ? 'page' : null;
/** 在线打印 and 打印 save first what was typed; of a record nobody touched they print at once. */
const printButtons = (row: GoodsInRow | null, mode: FormMode): FormButton<GoodsValues>[] =>
  [
    { name: 'online', label: '在线打印', key: ONLINE },
    { name: 'print', label: '打印', key: OFFLINE },
  ]
    .filter(({ key }) => can(key))
    .map(({ name, label }) => {
      const print = (): void =>
        void (row === null ? null : printRecord(row.id, row.printTemplate, wayOf(name) ?? 'any'));
      return {
        name,
        label,
        always: true,
        ...(mode === 'view' ? { press: print } : row !== null && { untouched: print }),
      };
    });
const buttonsFor = (row: GoodsInRow | null, mode: FormMode): readonly FormButton<GoodsValues>[] => [
  { name: 'confirm', label: '确定', variant: 'primary' },
  { name: 'save', label: '仅保存' },
  ...printButtons(row, mode),
];

/** What follows a save: the label where it is wanted, and in the dialog the next piece of the delivery. */
const useSaved = ({ mode, onSaved }: GoodsDialogProps, fresh: Partial<GoodsValues>) => {
  const direct = useConfig('print_direct') === 'true';
  const [next, setNext] = useState(false);
  const [last, setLast] = useState<(SavedPiece & { readonly template: string }) | null>(null);
  const print = (id: number, template: string, way: 'service' | 'page' | 'any' = can(ONLINE) ? 'any' : 'page'): void =>
    void printRecord(id, template, way);
  const tell = async (id: number, template: string, stays: boolean): Promise<void> => {
    const piece = await savedPiece(id);
    if (stays) return setLast({ ...piece, template });
    const action = { label: '打印标签', run: () => print(id, template) };
    toast.success(`已保存 ${piece.barcode}`, mayPrint() ? { action } : {});
  };
  const saved = (answer: unknown, values: GoodsValues, button: string): 'again' | undefined => {
    onSaved();
    const id = mode === 'add' ? Number(answer) : values.id;
    const { printTemplate } = values;
    const way = wayOf(button);
    const stays = mode === 'add' && button !== 'save';
    if (way !== null) print(id, printTemplate, way);
    else if (direct && button === 'confirm' && mode === 'add' && mayPrint()) print(id, printTemplate);
    tell(id, printTemplate, stays).catch((error: unknown) => toast.error(messageOf(error)));
    if (!stays) return undefined;
    // At once: the first field of the next piece is behind what the delivery shares.
    setNext(true);
    Object.assign(fresh, shared(values));
    return 'again';
  };
  const strip =
    last === null ? null : (
      <SavedStrip piece={last} onPrint={mayPrint() ? () => print(last.id, last.template) : undefined} />
    );
  return { saved, strip, next };
};

export const GoodsDialog = (props: GoodsDialogProps) => {
  const { row, mode, asOf, onClose } = props;
  const { preset } = useLockShops();
  useScanner(typeScan);
  // The form comes back to this object after each saved piece, so it carries over what the next one shares.
  const [fresh] = useState<Partial<GoodsValues>>(() => ({
    ...FRESH,
    ...(preset !== null && { shopId: preset }),
    inStorageAt: shopToday(),
  }));
  const { saved, strip, next } = useSaved(props, fresh);
  const sections = useMemo(() => goodsSections(mode, next), [mode, next]);
  return (
    <FormDialog<GoodsValues>
      title={row === null ? TITLES[mode] : `${TITLES[mode]} ${row.no}`}
      mode={mode}
      width={1400}
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
      onSaved={saved}
      quiet
      onClose={onClose}
      head={strip}
      {...(row !== null &&
        mode === 'view' && {
          aside: () => (
            <>
              <GivenValues values={row} />
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
