/** What all rows share: shop, category, label template, storage date; supplier and batch number where they are known. */
import { useCan } from 'root-config/api';
import { DayInput, DictSelect, RemoteSelect, ShopTreeSelect, TextInput } from 'root-config/ui';
import { useId, type ReactNode } from 'react';
import { labelTemplateSource, supplierSource } from '../../sources.ts';
import type { BatchState } from './use-batch.ts';

type LabelledProps = {
  readonly id: string;
  readonly name: string;
  readonly label: string;
  readonly required?: boolean;
  readonly problem?: string | undefined;
  readonly children: ReactNode;
};
const Labelled = ({ id, name, label, required = false, problem, children }: LabelledProps) => (
  <div className="ui-field" data-field={name}>
    <label className="ui-label" htmlFor={id}>
      {label}
      {required ? (
        <span className="ui-required" aria-hidden>
          {' *'}
        </span>
      ) : null}
    </label>
    {children}
    {problem === undefined ? null : (
      <span id={`${id}-note`} className="ui-problem">
        {problem}
      </span>
    )}
  </div>
);

export const BatchHeader = ({ batch }: { readonly batch: BatchState }) => {
  const id = useId();
  const { head, change, problemOf } = batch;
  const seesSuppliers = useCan('base:baseSupplier:list');
  const marked = (path: Parameters<typeof problemOf>[0]) => ({
    id: `${id}-${path}`,
    name: path,
    problem: problemOf(path),
  });
  const invalid = (path: Parameters<typeof problemOf>[0]) => problemOf(path) !== undefined;
  return (
    <div className="batch-header">
      <Labelled {...marked('shopId')} label="分店" required>
        <ShopTreeSelect
          id={`${id}-shopId`}
          label="分店"
          value={head.shopId === undefined ? undefined : String(head.shopId)}
          invalid={invalid('shopId')}
          onChange={(shopId) => change({ shopId: shopId === undefined ? undefined : Number(shopId) })}
        />
      </Labelled>
      <Labelled {...marked('type')} label="首饰类别" required>
        <DictSelect
          id={`${id}-type`}
          label="首饰类别"
          dict="goodsType"
          value={head.type}
          invalid={invalid('type')}
          onChange={(type) => change({ type })}
        />
      </Labelled>
      <Labelled {...marked('printTemplate')} label="标签模板" required>
        <RemoteSelect
          id={`${id}-printTemplate`}
          label="标签模板"
          source={labelTemplateSource}
          value={head.printTemplate}
          invalid={invalid('printTemplate')}
          onChange={(printTemplate) => change({ printTemplate })}
        />
      </Labelled>
      <Labelled {...marked('inStorageAt')} label="入库日期" required>
        <DayInput
          id={`${id}-inStorageAt`}
          label="入库日期"
          value={head.inStorageAt}
          invalid={invalid('inStorageAt')}
          typing={batch.typing}
          onChange={(inStorageAt) => change({ inStorageAt })}
        />
      </Labelled>
      {seesSuppliers ? (
        <Labelled {...marked('supplierId')} label="供应商">
          <RemoteSelect
            id={`${id}-supplierId`}
            label="供应商"
            source={supplierSource}
            value={head.supplierId}
            {...(head.supplierName !== undefined && { wordsOf: () => head.supplierName })}
            onChange={(supplierId) => change({ supplierId })}
            onRow={(row) => change({ supplierName: typeof row?.['name'] === 'string' ? row['name'] : undefined })}
          />
        </Labelled>
      ) : null}
      <Labelled {...marked('batchNo')} label="批次号">
        <TextInput
          id={`${id}-batchNo`}
          block
          autoComplete="off"
          value={head.batchNo}
          {...(invalid('batchNo') && { validationStatus: 'error' as const })}
          aria-describedby={invalid('batchNo') ? `${id}-batchNo-note` : undefined}
          onChange={({ target }) => change({ batchNo: target.value })}
        />
      </Labelled>
    </div>
  );
};
