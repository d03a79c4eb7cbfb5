import type { ReactNode } from 'react';
import { DictSelect, RemoteSelect, ShopTreeSelect, TextInput } from 'root-config/ui';
import { supplierSource } from '../../../sources.ts';
import type { ImportState } from './use-import.ts';

type LabelledProps = {
  readonly label: string;
  readonly required?: boolean;
  readonly problem: string | undefined;
  readonly children: ReactNode;
};
const Labelled = ({ label, required, problem, children }: LabelledProps) => (
  <div className="import-field">
    <span className="import-label">
      {label}
      {required === true ? <span aria-hidden> *</span> : null}
    </span>
    {children}
    {problem === undefined ? null : (
      <span className="ui-problem" role="alert">
        {problem}
      </span>
    )}
  </div>
);
/** What all pieces of the file have in common: shop, kind, supplier, batch. */
export const ImportHead = ({ state }: { state: ImportState }) => {
  const { head, setHead, problems } = state;
  return (
    <div className="import-head">
      <Labelled label="分店" required problem={problems.shopId}>
        <ShopTreeSelect
          label="分店"
          invalid={problems.shopId !== undefined}
          value={head.shopId === undefined ? undefined : String(head.shopId)}
          onChange={(value) => setHead({ shopId: value === undefined ? undefined : Number(value) })}
        />
      </Labelled>
      <Labelled label="首饰类别" required problem={problems.type}>
        <DictSelect
          label="首饰类别"
          dict="goodsType"
          value={head.type}
          invalid={problems.type !== undefined}
          onChange={(type) => setHead({ type })}
        />
      </Labelled>
      <Labelled label="供应商" problem={undefined}>
        <RemoteSelect
          label="供应商"
          source={supplierSource}
          value={head.supplierId === undefined ? undefined : String(head.supplierId)}
          wordsOf={() => head.supplierName}
          onChange={(value) => setHead({ supplierId: value === undefined ? undefined : Number(value) })}
          onRow={(row) => setHead({ supplierName: typeof row?.['name'] === 'string' ? row['name'] : undefined })}
        />
      </Labelled>
      <Labelled label="批次号" problem={problems.batchNo}>
        <TextInput
          block
          aria-label="批次号"
          {...(problems.batchNo !== undefined && { validationStatus: 'error' as const })}
          value={head.batchNo}
          onChange={(event) => setHead({ batchNo: event.target.value })}
        />
      </Labelled>
    </div>
  );
};
