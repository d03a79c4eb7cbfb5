/** 列设置: which columns the grid shows, saved for the category and so for everybody who enters it (S0§2, §5). */
import { client, toast } from 'root-config/api';
import { AnchoredOverlay, Button, Checkbox, runCommand, type LineColumn } from 'root-config/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import type { BatchLine } from './batch-lines.ts';
import { ALWAYS, chosenFields, settingsText } from './column-settings.ts';

const PATH = '/base-data/type-template';
const Settings = z.object({ expandData: z.string() });

/** The category's columns as they are kept, and what is chosen on this page until it is saved. */
export const useChosenColumns = (category: string | undefined) => {
  const [own, setOwn] = useState<Readonly<Record<string, readonly string[]>>>({});
  const { data } = useQuery({
    queryKey: [PATH, category],
    enabled: category !== undefined,
    queryFn: async ({ signal }) =>
      Settings.parse(await client.get(PATH, { dictValue: category ?? '' }, { signal })).expandData,
  });
  const key = category ?? '';
  return {
    fields: own[key] ?? chosenFields(data ?? ''),
    choose: (fields: readonly string[]) => setOwn((before) => ({ ...before, [key]: fields })),
  };
};

type Props = {
  readonly category: string | undefined;
  readonly columns: readonly LineColumn<BatchLine>[];
  readonly fields: readonly string[];
  readonly onChoose: (fields: readonly string[]) => void;
};
export const ColumnChooser = ({ category, columns, fields, onChoose }: Props) => {
  const [open, setOpen] = useState(false);
  const save = async (): Promise<void> => {
    if (category === undefined) return toast.error('请先选择商品类别！');
    const body = { dictType: 'goodsType', dictValue: category, expandData: settingsText(fields) };
    if (await runCommand({ method: 'PUT', path: PATH, body, views: [PATH] })) setOpen(false);
  };
  return (
    <AnchoredOverlay
      open={open}
      onOpen={() => setOpen(true)}
      onClose={() => setOpen(false)}
      focusZoneSettings={{ disabled: true }}
      overlayProps={{ role: 'dialog', 'aria-label': '列设置' }}
      renderAnchor={(anchor) => <Button {...anchor}>列设置</Button>}
    >
      <div className="batch-columns">
        <ul>
          {columns.map(({ field, title }) => (
            <li key={field}>
              <label>
                <Checkbox
                  checked={fields.includes(field)}
                  disabled={ALWAYS.includes(field)}
                  onChange={() =>
                    onChoose(fields.includes(field) ? fields.filter((one) => one !== field) : [...fields, field])
                  }
                />
                {title}
              </label>
            </li>
          ))}
        </ul>
        <Button variant="primary" block onClick={() => void save()}>
          保存为{category === undefined ? '该类别' : `“${category}”`}的列设置
        </Button>
      </div>
    </AnchoredOverlay>
  );
};
