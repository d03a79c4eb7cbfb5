/** 给出长期授权 (R132): pieces or a category and style of a shop, down to so much of the full price, for a month at most. */
import { client } from 'root-config/api';
import { FormDialog, shopToday } from 'root-config/ui';
import { addDays } from 'services/contracts/dates';
import { LONGEST_DAYS, STANDING_PATH } from 'services/standing-word/contract';

type Values = {
  readonly shopId: number;
  readonly scope: string;
  /** One a line, as they are scanned. */
  readonly codes: string;
  readonly type: string;
  readonly style: string;
  readonly percent: number;
  readonly until: string;
  readonly reason: string;
};
const BY_CODE = '1';
const BY_KIND = '2';
const WEEK = 6;
const codesOf = (text: string): readonly string[] =>
  text
    .split(/[\s,，、;；]+/)
    .map((code) => code.trim())
    .filter((code) => code !== '');
const byCode = ({ scope }: Partial<Values>): boolean => scope !== BY_KIND;
const bodyOf = (values: Partial<Values>) => ({
  shopId: values.shopId,
  ...(byCode(values)
    ? { barcodes: codesOf(values.codes ?? '') }
    : { type: values.type ?? '', style: values.style ?? '' }),
  percent: values.percent,
  until: values.until ?? '',
  reason: values.reason ?? '',
});

type Props = { readonly onSaved: () => void; readonly onClose: () => void };
export const StandingForm = ({ onSaved, onClose }: Props) => (
  <FormDialog<Values>
    title="新增长期授权"
    mode="add"
    width={500}
    path={STANDING_PATH}
    draft={false}
    initial={{ scope: BY_CODE, until: addDays(shopToday(), WEEK) }}
    sections={[
      {
        columns: 2,
        fields: [
          { kind: 'shop', name: 'shopId', label: '分店', required: '分店名称不能为空' },
          {
            kind: 'radio',
            name: 'scope',
            label: '适用于',
            options: [
              { value: BY_CODE, label: '指定条码' },
              { value: BY_KIND, label: '类别和款式' },
            ],
          },
          {
            kind: 'textarea',
            name: 'codes',
            label: '条码',
            rows: 4,
            span: 2,
            hint: '每行一个，可以扫码或粘贴',
            hidden: (values) => !byCode(values),
          },
          { kind: 'dict', name: 'type', label: '首饰类别', dict: 'goodsType', hidden: byCode },
          { kind: 'dict', name: 'style', label: '首饰款式', dict: 'goodsStyle', hidden: byCode },
          {
            kind: 'percent',
            name: 'percent',
            label: '不低于全价的',
            required: '请填写最低折扣',
            min: 1,
            max: 100,
            hint: '例如 70：低于全价的70%时仍要授权',
          },
          {
            kind: 'day',
            name: 'until',
            label: '有效至',
            required: '请选择日期',
            limited: false,
            hint: `含当天，最长${LONGEST_DAYS}天`,
          },
          {
            kind: 'textarea',
            name: 'reason',
            label: '原因',
            required: '请填写原因',
            maxLength: 200,
            span: 2,
            placeholder: '例如：店庆清仓、员工内购',
            hint: '会列入异常；本人的销售不能用本人给出的长期授权',
          },
        ],
      },
    ]}
    buttons={[{ name: 'save', label: '确定', variant: 'primary' }]}
    save={(values, { key }) => client.post(STANDING_PATH, bodyOf(values), { headers: { 'Idempotency-Key': key } })}
    onSaved={onSaved}
    onClose={onClose}
  />
);
