/** 新增礼品 / 编辑礼品 / 查看礼品 (S1§2.6, §5). */
import { giveawayList } from 'projections/master-data/contract';
import { FormDialog, STATUS_OPTIONS, type FormMode } from 'root-config/ui';
import { GiveawayBody, GiveawayEdit, type GiveawayRow } from 'services/master-data/contract';
import { mostOf } from 'services/contracts/values';
import { ContentField } from '../../giveaway/content-field.tsx';

type Values = GiveawayBody & { readonly id: number; readonly claimed: number };
type Props = {
  readonly row: GiveawayRow | null;
  readonly mode: FormMode;
  readonly onSaved: () => void;
  readonly onClose: () => void;
};
const TITLES: Record<FormMode, string> = { add: '新增礼品', edit: '编辑礼品', view: '查看礼品' };
const NEW = { status: '2', limitNum: 1, content: '' };

export const GiveawayDialog = ({ row, mode, onSaved, onClose }: Props) => (
  <FormDialog<Values>
    title={TITLES[mode]}
    mode={mode}
    width={1000}
    path={giveawayList.path}
    {...(row === null ? { initial: NEW } : { source: `${giveawayList.path}/${row.id}`, initial: row })}
    schema={row === null ? GiveawayBody : GiveawayEdit}
    sections={[
      {
        title: '礼品',
        columns: 3,
        fields: [
          { kind: 'text', name: 'title', label: '标题', required: '标题不能为空', maxLength: 100, span: 2 },
          { kind: 'radio', name: 'status', label: '状态', options: STATUS_OPTIONS, required: '状态不能为空' },
          {
            kind: 'count',
            name: 'total',
            label: '库存数量',
            unit: '份',
            required: '库存数量不能为空',
            min: row === null ? 1 : 0,
            max: mostOf('pieces'),
            hint: '还能领取的份数，每领一份少一',
          },
          {
            kind: 'count',
            name: 'limitNum',
            label: '每人限领',
            unit: '份',
            required: '每人限领不能为空',
            min: 1,
            max: mostOf('lotPieces'),
          },
          { kind: 'text', name: 'remark', label: '备注', maxLength: 500 },
        ],
      },
      {
        title: '内容',
        columns: 1,
        fields: [
          {
            kind: 'custom',
            name: 'content',
            label: '礼品说明',
            hint: '顾客领取时看到的文字和图片；图片可以直接粘贴或拖进来',
            render: (form) => (
              <ContentField
                label="礼品说明"
                value={form.values.content ?? ''}
                readOnly={form.mode === 'view'}
                onChange={(content) => form.set({ content })}
              />
            ),
          },
        ],
      },
    ]}
    onSaved={onSaved}
    onClose={onClose}
  />
);
