/** 新增分店 / 编辑分店 (S2§2, §5). */
import { shopList } from 'projections/master-data/contract';
import { FormDialog, STATUS_OPTIONS, closing, type FormMode, type ScreenHandle } from 'root-config/ui';
import { ShopBody, type ShopRow } from 'services/master-data/contract';
import { withHistory } from '../../sheets/record-history.tsx';

type Props = {
  readonly row: Pick<ShopRow, 'id'> | null;
  readonly mode: FormMode;
  readonly screen: Pick<ScreenHandle, 'close' | 'reload'>;
  /** Told before it closes. */
  readonly onAdded?: (shopId: number) => void;
};
export const ShopDialog = ({ row, mode, screen, onAdded }: Props) => {
  const { onSaved, onClose } = closing(screen);
  return (
    <FormDialog<ShopBody & { id: number }>
      title={{ add: '新增分店', edit: '编辑分店', view: '查看分店' }[mode]}
      mode={mode}
      width={500}
      path={shopList.path}
      {...(row === null ? { initial: { status: '2' } } : { source: `${shopList.path}/${row.id}`, initial: row })}
      schema={ShopBody}
      sections={withHistory(
        [
          {
            columns: 1,
            fields: [
              { kind: 'text', name: 'name', label: '分店名称', required: '分店名称不能为空', maxLength: 50 },
              { kind: 'radio', name: 'status', label: '状态', options: STATUS_OPTIONS, required: '状态不能为空' },
              { kind: 'textarea', name: 'remark', label: '备注', maxLength: 200 },
            ],
          },
        ],
        { path: row === null ? undefined : `${shopList.path}/${row.id}`, tab: '分店' },
      )}
      onSaved={(answer) => {
        if (row === null && typeof answer === 'number') onAdded?.(answer);
        onSaved();
      }}
      onClose={onClose}
    />
  );
};
